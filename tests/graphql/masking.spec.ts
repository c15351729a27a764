import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { sql } from "drizzle-orm";
import { openDatabase } from "../../src/database/client/open-database.ts";
import { packageFile } from "../../src/system/package-files.ts";
import { createTenant } from "../support/tenant.ts";
import { expect, test } from "../support/test.ts";

/** Requests that make servers and libraries show errors. */
const verbose = {
  NODE_ENV: "development",
  DEBUG: "1",
  GRAPHQL_DEBUG: "1",
  YOGA_DEBUG: "1",
  NODE_OPTIONS: "--enable-source-maps",
};

test("an error is masked in a development environment, too", async ({ dataDirectory: folder }) => {
  const child = spawn(process.execPath, [packageFile("dist/main.js"), "serve"], {
    env: {
      PATH: process.env["PATH"],
      DATA_DIR: folder,
      PORT: "0",
      INTERNAL_PORT: "0",
      ...verbose,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const closed = once(child, "close");
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (log += text));
  try {
    const address = await internalAddress(child);
    const key = await breakProjects(folder);
    const response = await fetch(`${address}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", "svc-api-key": `Bearer ${key}` },
      body: JSON.stringify({ query: "{ projects { id } }" }),
    });
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({
      data: { projects: null },
      errors: [
        {
          message: "The request could not be completed safely. Try again later.",
          locations: [{ line: 1, column: 3 }],
          path: ["projects"],
          extensions: { code: "UNAVAILABLE" },
        },
      ],
    });
    child.kill("SIGTERM");
    await closed;
    expect(log).toContain(`"code":"42P01"`);
    expect(log).not.toContain(key);
  } finally {
    child.kill("SIGKILL");
    await closed;
  }
});

/** The address that a server prints on its second line. Rejects where it ends before. */
async function internalAddress({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error("the server has no standard output");
  for await (const line of createInterface(stdout)) {
    if (line.startsWith("internal ")) return line.slice("internal ".length);
  }
  throw new Error("the server ended");
}

/** Takes the projects away from a server that runs; a key that could read them is left. */
async function breakProjects(folder: string): Promise<string> {
  const { db, close } = await openDatabase({
    kind: "embedded",
    dataDirectory: folder,
    poolMax: 1,
    statementTimeoutMilliseconds: 5000,
  });
  const { key } = await createTenant(db);
  await db.execute(sql`alter table projects rename to hidden`);
  await close();
  return key;
}
