import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageFile } from "../../src/system/package-files.ts";
import { works } from "../../bench/cases/index.ts";
import { expect, test } from "../support/test.ts";

test("the benchmark measures every work, and leaves nothing behind", async ({
  databaseConfig,
  onCitus,
}) => {
  test.skip(
    databaseConfig.kind === "embedded",
    "the benchmark takes a minute; it runs with DATABASE_URL",
  );
  test.skip(onCitus, "the databases of the benchmark have no extension: its case `citus` has");
  // Beside another worker all works take minutes.
  test.slow();
  const folder = await mkdtemp(join(tmpdir(), "b-"));
  const program = packageFile("bench/dist/bench/main.js");
  const child = spawn(process.execPath, [program, "--trial"], {
    env: {
      PATH: process.env["PATH"],
      TMPDIR: folder,
      ...(databaseConfig.kind === "postgres" ? { DATABASE_URL: databaseConfig.url } : {}),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding("utf8").on("data", (text: string) => (printed += text));
  }
  const [code] = (await once(child, "close")) as [number];
  expect(code, printed).toBe(0);

  // A name, and the median with its quartiles.
  const figures = printed.matchAll(/^(\S+) +(?:ratio )?(\S+) \((\S+)–(\S+)\)/gm);
  const valuesOf = new Map(Array.from(figures, ([, name = "", ...rest]) => [name, rest]));
  const ran = works.filter(({ isOnlyByName = false }) => !isOnlyByName);
  for (const expected of [...ran.map(({ name }) => name), "memory"]) {
    expect([...valuesOf.keys()].filter((name) => name.startsWith(expected))).not.toEqual([]);
  }
  for (const [name, values] of valuesOf) {
    for (const value of values) expect(Number(value), name).toBeGreaterThan(0);
  }
  expect(printed).not.toContain("NaN");
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});
