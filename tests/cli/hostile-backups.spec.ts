import { execFile } from "node:child_process";
import { readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { verifyBackup } from "../../src/operator/backup/read-backup.ts";
import { InvalidInput } from "../../src/ingest/invalid-input.ts";
import { packageFile } from "../../src/system/package-files.ts";
import { builtFile } from "../support/built-file.ts";
import {
  backupOf,
  escapes,
  type Rows,
  tarOf,
  wholeRows,
  writeCompressed,
} from "../support/archives.ts";
import { expect, test } from "./acoustic.ts";
import { hostileContents } from "./hostile-contents.ts";
import { type Hostile, hostileForms } from "./hostile-forms.ts";

test.describe.configure({ timeout: 300_000 });

const run = promisify(execFile);
const ignore = () => undefined;

/** The reason for which a file is refused; null where it is whole. */
async function refusalOf(file: string): Promise<string | null> {
  try {
    await verifyBackup(file, ignore);
    return null;
  } catch (error) {
    if (error instanceof InvalidInput) return error.message;
    throw error;
  }
}

/** A process with little memory. Resolves to how it ended. */
async function runBounded(args: readonly string[], env: Readonly<Record<string, string>>) {
  return run(process.execPath, ["--max-old-space-size=128", ...args], {
    cwd: dirname(packageFile("package.json")),
    env: { PATH: process.env["PATH"], ...env },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
}

/** Prints for each file what it is refused for, and the greatest size of the process so far. */
const checkFiles = `
  const { verifyBackup } = await import("./dist/operator/backup/read-backup.js");
  for (const file of process.argv.slice(1)) {
    const refusal = await verifyBackup(file, () => undefined).then(() => null, ({ message }) => message);
    console.log(JSON.stringify({ refusal, mebibytes: process.resourceUsage().maxRSS / 1024 }));
  }`;

const checked = z.object({ refusal: z.string().nullable(), mebibytes: z.number() });

/** Far above the memory of a start, and far below that of these files. */
const mostMebibytes = 400;

const hostiles = [...hostileForms, ...hostileContents];

async function writeHostile(file: string, [, bytes]: Hostile): Promise<void> {
  const built = bytes();
  if ("file" in built) await writeFile(file, built.file);
  else await writeCompressed(file, Buffer.isBuffer(built) ? [built] : built);
}

test("each hostile file is refused in bounded memory, with a plain line that names it", async ({
  folder,
}) => {
  const files = hostiles.map((_, at) => join(folder.path, `b${at}`));
  for (const [at, hostile] of hostiles.entries()) await writeHostile(files[at] ?? "", hostile);
  const ended = await runBounded(["--input-type=module", "--eval", checkFiles, ...files], {});
  expect(ended).toMatchObject({ code: 0, stderr: "" });
  const results = ended.stdout.trim().split("\n");
  expect(results).toHaveLength(hostiles.length);
  for (const [at, [title, , says]] of hostiles.entries()) {
    const { refusal, mebibytes } = checked.parse(JSON.parse(results[at] ?? ""));
    expect(refusal, title).toContain(`${files[at]}: `);
    expect(refusal, title).toContain(says);
    expect(refusal, title).toMatch(/^[\x20-\x7e]{1,600}$/);
    expect(mebibytes, title).toBeGreaterThan(20);
    expect(mebibytes, title).toBeLessThan(mostMebibytes);
  }
});

/** One of each way to be refused: by gzip, by its form, by a bound, and for a text that a terminal obeys. */
const restored = [
  "no gzip",
  "zeros without an end",
  "a recording that no import could store",
  "a release that a terminal obeys",
  "a row with millions of objects",
];

for (const title of restored) {
  test(`${title}: restore ends with 2, and writes nothing`, async ({ folder }) => {
    const file = join(folder.path, "b");
    const hostile = hostiles.find(([name]) => name === title);
    if (hostile === undefined) throw new Error("there is no such file");
    await writeHostile(file, hostile);
    const env = { DATABASE_URL: "", DATA_DIR: join(folder.path, "data") };
    const ended = await runBounded([builtFile("main.js"), "restore", file], env);
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    // The check is the same function.
    expect(ended.stderr.replaceAll(/^\d+ % .*\n/gm, "")).toBe(`${await refusalOf(file)}\n`);
    // Neither a database nor a store was made.
    expect(await folder.list()).toEqual(["b"]);
  });
}

test("the small backup of these tests is whole, and is restored", async ({
  folder,
  acoustic,
  installationOf,
}) => {
  const file = join(folder.path, "b");
  await writeCompressed(file, [tarOf(backupOf())]);
  const { database, env } = await installationOf("empty");
  expect(await acoustic(["restore", file], { env })).toMatchObject({ code: 0, stderr: "" });
  expect([...(await database.db.execute(sql`select id from projects`))]).toEqual([{ id: "p" }]);
});

const { projects, sensors, recordings } = wholeRows;

/** Whole backups whose rows every database refuses. */
const refusedRows: readonly (readonly [title: string, rows: Rows, says: string])[] = [
  [
    "a constraint",
    { ...wholeRows, sensors: [{ ...sensors[0], interval_seconds: -1 }] },
    "sensors_interval",
  ],
  [
    "a reference to nothing",
    { ...wholeRows, sensors: [{ ...sensors[0], project_no: 7 }] },
    "foreign key",
  ],
  ["a key twice", { ...wholeRows, projects: [projects[0], projects[0]] }, "unique constraint"],
  [
    "a value of another type",
    { ...wholeRows, projects: [{ ...projects[0], project_no: `x${escapes}` }] },
    "invalid input syntax",
  ],
  [
    "a number that is too large",
    { ...wholeRows, projects: [{ ...projects[0], project_no: 1e300 }] },
    "invalid input syntax",
  ],
  [
    "a null byte",
    { ...wholeRows, projects: [{ ...projects[0], name: "a\0b" }] },
    "unsupported Unicode",
  ],
  [
    "a number that no sequence takes",
    {
      ...wholeRows,
      projects: [projects[0], { ...projects[0], project_no: -3, id: "q" }],
      sensors: [{ ...sensors[0], sensor_no: -2 }],
      recordings: [{ ...recordings[0], sensor_no: -2 }],
    },
    "out of bounds",
  ],
  [
    "no row for the audio",
    { ...wholeRows, recordings: [{ ...recordings[0], object_name: "b".repeat(32) }] },
    "have no row that names them",
  ],
];

test("rows that no database takes end restore with 2, and leave neither rows nor audio", async ({
  folder,
  acoustic,
  installationOf,
}) => {
  const file = join(folder.path, "b");
  const installation = await installationOf("migrated");
  const { database, env } = installation;
  await installation.store.begin();
  const stateOf = async () => ({
    rows: await Promise.all(
      ["projects", "sensors", "recordings", "unclaimed_objects", "sensor_latest"].map(
        async (name) => [
          ...(await database.db.execute(sql`select * from ${sql.identifier(name)}`)),
        ],
      ),
    ),
    objects: (await readdir(installation.audioStore, { recursive: true })).filter((path) =>
      /.{32}$/.test(path),
    ),
  });
  const before = await stateOf();
  for (const [title, rows, says] of refusedRows) {
    await writeCompressed(file, [tarOf(backupOf(rows))]);
    const ended = await acoustic(["restore", file], { env });
    expect(ended, title).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr, title).toContain(says);
    expect(ended.stderr, title).toMatch(/^[\x20-\x7e]{1,600}\n$/);
    expect(await stateOf(), title).toEqual(before);
  }
});

test("a backup that is cut off at any block of its tar, or has another byte there, is refused", async ({
  folder,
}) => {
  const file = join(folder.path, "b");
  const tar = tarOf(backupOf());
  await writeFile(file, gzipSync(tar));
  expect(await refusalOf(file)).toBeNull();
  for (let length = 0; length < tar.length; length += 512) {
    await writeFile(file, gzipSync(tar.subarray(0, length)));
    expect(await refusalOf(file), `${length} bytes`).toContain("it ends after");
  }
  for (let at = 0; at < tar.length; at += 61) {
    const changed = Buffer.from(tar);
    changed[at] = (tar[at] ?? 0) ^ (1 << (at % 8));
    await writeFile(file, gzipSync(changed));
    expect(await refusalOf(file), `byte ${at}`).not.toBeNull();
  }
});

test("a compressed backup is refused where it is cut off, or a changed bit of it changes what gzip reads", async ({
  folder,
}) => {
  const file = join(folder.path, "b");
  const tar = tarOf(backupOf());
  const whole = gzipSync(tar);
  for (let length = 0; length < whole.length; length += 3) {
    await writeFile(file, whole.subarray(0, length));
    expect(await refusalOf(file), `${length} bytes`).not.toBeNull();
  }
  let found = 0;
  for (let at = 0; at < whole.length; at += 3) {
    const changed = Buffer.from(whole);
    changed[at] = (whole[at] ?? 0) ^ (1 << (at % 8));
    await writeFile(file, changed);
    const isSame = isGzipOf(changed, tar);
    expect((await refusalOf(file)) === null, `a bit of byte ${at}`).toBe(isSame);
    if (!isSame) found += 1;
  }
  // gzip itself does not read the time, the level and the system in its header.
  expect(found).toBeGreaterThan(whole.length / 3 - 20);
});

function isGzipOf(compressed: Buffer, content: Buffer): boolean {
  try {
    return gunzipSync(compressed).equals(content);
  } catch {
    return false;
  }
}
