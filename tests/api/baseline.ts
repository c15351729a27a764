import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { packageFile } from "../../src/system/package-files.ts";
import { test as base } from "../support/test.ts";

/** An answer of the baseline. */
export interface BaselineAnswer {
  readonly status: number;
  readonly body: Buffer;
}

interface BaselineFixtures {
  /** Sends a GET to the baseline, which uses the database of the tests. */
  getFromBaseline: (path: string, key?: string) => Promise<BaselineAnswer>;
}

export const test = base.extend<BaselineFixtures>({
  getFromBaseline: async ({ database }, use) => {
    const { target } = database;
    const program = packageFile("bench/dist/bench/baseline.js");
    if (!existsSync(program)) throw new Error("the baseline is not built: npm run build:bench");
    const child = spawn(process.execPath, [program], {
      env: {
        ...(target.kind === "url"
          ? { DATABASE_URL: target.url }
          : { DATABASE_SOCKET: target.path }),
        DATABASE_POOL_MAX: "2",
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    const url = line.toString().trim().replace("public ", "");
    await use(async (path, key) => {
      const headers = key === undefined ? {} : { "svc-api-key": `Bearer ${key}` };
      const response = await fetch(`${url}${path}`, { headers });
      return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
    });
    const ended = once(child, "exit");
    child.kill();
    await ended;
  },
});

export { expect } from "../support/expect.ts";
