import { execFileSync } from "node:child_process";
import { truncate } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Folder, jsonOf, test } from "./acoustic.ts";

const MiB = 1024 * 1024;
const csvHeader = "sensor_id,datetime,LAeq";

/**
 * An option of Node.js: prints the greatest resident memory of the process when it ends. It reads it from Linux,
 * because `maxRSS` starts at the value of the parent process.
 */
const printPeakMemory = `--import=data:text/javascript,${encodeURIComponent(
  'import{readFileSync}from"node:fs";process.on("exit",()=>console.error("peak kilobytes: "+/^VmHWM:\\s+(\\d+)/m.exec(readFileSync("/proc/self/status","utf8"))[1]))',
)}`;

async function writePipe(folder: Folder, name: string): Promise<string> {
  const path = join(folder.path, name);
  execFileSync("mkfifo", [path]);
  return path;
}

/** A file of NULs that needs no space on the disk. */
async function writeLarge(folder: Folder, beginning: string): Promise<string> {
  const path = await folder.write("large", beginning);
  await truncate(path, 500_000_000);
  return path;
}

const pipe = {
  what: "a pipe",
  write: (folder: Folder) => writePipe(folder, "pipe"),
  issue: "cannot be read: it is a pipe or a device, not a file",
};
const device = { ...pipe, what: "a device", write: async () => "/dev/zero" };
const ofFolder = {
  what: "a folder",
  write: async (folder: Folder) => folder.path,
  issue: "cannot be read: it is a folder, not a file",
};
const longHeader = { issue: "the header is longer than 256 KiB; this is no CSV file", line: 1 };

for (const { command, what, write, issue, line } of [
  ...["apply", "import samples", "import classifications"].flatMap((name) =>
    [pipe, device, ofFolder].map((input) => ({ command: name, line: null, ...input })),
  ),
  {
    command: "apply",
    what: "a file of 500 MB",
    write: (folder: Folder) => writeLarge(folder, "project:\n"),
    issue: "cannot be read: it is larger than 2 MiB",
    line: null,
  },
  {
    command: "apply",
    what: "a name of 5 MB",
    write: (folder: Folder) =>
      folder.write("site", `project: {id: p, timezone: Etc/UTC, name: ${"n".repeat(5 * MiB)}}`),
    issue: "cannot be read: it is larger than 2 MiB",
    line: null,
  },
  {
    command: "apply",
    what: "a name of 2 MB",
    write: (folder: Folder) =>
      folder.write("site", `project: {id: p, timezone: Etc/UTC, name: ${"n".repeat(2_000_000)}}`),
    issue: "project.name: must have at most 200 characters",
    line: 1,
  },
  {
    command: "apply",
    what: "501 windows",
    write: (folder: Folder) => {
      const window = '{days: [mon], from: "00:00", to: "01:00", limit: {A: 1}}';
      const schedule = Array.from({ length: 501 }, () => window).join(", ");
      return folder.write(
        "site",
        `project:\n  id: p\n  name: n\n  timezone: Etc/UTC\n  limits:\n    schedule: [${schedule}]`,
      );
    },
    issue: "project.limits.schedule: must have at most 500 entries, and has 501",
    line: 6,
  },
  {
    command: "import samples",
    what: "a header of 50 MB",
    write: (folder: Folder) => folder.write("large", `${csvHeader}${"c".repeat(50 * MiB)}`),
    ...longHeader,
  },
  {
    command: "import samples",
    what: "a header of a million columns",
    write: (folder: Folder) => folder.write("wide.csv", `${csvHeader}${",c".repeat(1_000_000)}\n`),
    ...longHeader,
  },
  {
    command: "import classifications",
    what: "a header of six thousand columns",
    write: (folder: Folder) =>
      folder.write("wide.csv", `sensor_id${",sensor_id".repeat(5999)}\nx,2019-03-01,m,l,1\n`),
    issue:
      "the header has 6000 columns, more than 2000; columns are sensor_id, datetime, date, time, model, label, confidence",
    line: 1,
  },
]) {
  test(`${command} refuses ${what} and needs little memory`, async ({ acoustic, folder }) => {
    const path = await write(folder);
    // The database is not opened.
    const env = { DATABASE_URL: "postgres://127.0.0.1:1/none", NODE_OPTIONS: printPeakMemory };
    const { code, stdout, stderr } = await acoustic([...command.split(" "), path], { env });
    const [message, peak] = stderr.split("peak kilobytes: ");
    expect({ code, stdout, message }).toEqual({
      code: 2,
      stdout: "",
      message: `${path}:${line === null ? "" : `${line}:`} ${issue}\n`,
    });
    expect(Number(peak)).toBeLessThan(200_000);
  });
}

test("import recordings rejects a pipe without opening it", async ({
  acoustic,
  folder,
  tenantOf,
}) => {
  const [sensor = ""] = (await tenantOf()).sensorIds;
  const file = await writePipe(folder, `${sensor}_20190301T060000Z.flac`);
  await folder.makeFolder("store");
  await folder.write("store/acoustic-audio-store", "new");
  const env = { AUDIO_STORE: join(folder.path, "store") };
  const run = await acoustic(["import", "recordings", "--json", file], { env });
  const reason = "cannot be read: it is a pipe or a device, not a file";
  expect({ code: run.code, ...(jsonOf(run) as object) }).toEqual({
    code: 1,
    files: [{ file, result: "rejected", reason }],
    others: 0,
  });
});
