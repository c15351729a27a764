import { spawn } from "node:child_process";
import { once } from "node:events";
import { gzipSync } from "node:zlib";
import { builtFile } from "../support/built-file.ts";
import { writeCompressed } from "../support/archives.ts";
import { expect, jsonOf, refusal, test } from "./acoustic.ts";
import { fileResult, linesOf } from "./csv.ts";
import { filesBelow } from "./watch-once.ts";

const second = Date.parse("2019-03-01T00:00:00Z") / 1000;

const plain = "sensor_id,datetime,LAeq";

test("a file in gzip is imported, one that is damaged is refused, and rejected rows are plain", async ({
  project: { folder, importFiles, sensor, storedSamples },
}) => {
  const whole = gzipSync(linesOf(plain, `${sensor},2019-03-01,60`, "nobody,2019-03-01,61"));
  // Noise, so that rows come out before the damage is found.
  const rows = Array.from({ length: 20_000 }, (_, at) => {
    const datetime = new Date((second + 86_400 + at) * 1000).toISOString();
    return `${sensor},${datetime},${((at * 7919) % 9973) / 100}`;
  });
  const long = gzipSync(linesOf(plain, ...rows));
  expect(await importFiles({ "a.csv.gz": whole })).toEqual({
    code: 1,
    files: [{ ...fileResult("a.csv.gz", 2, 1, 0, 0, 1), rejectedFile: "a.rejected.csv" }],
    stderr: "",
  });
  expect(await folder.read("a.rejected.csv")).toBe(
    linesOf(
      `${plain},line,reason`,
      'nobody,2019-03-01,61,3,"unknown sensor ""nobody"": acoustic apply makes it, from the site file"',
    ),
  );
  const bomb = [Buffer.from(`${plain}\n`), Buffer.alloc(32 * 2 ** 20, `${"x".repeat(1023)}\n`)];
  for (const [name, content, issue] of [
    ["none.csv.gz", Buffer.from("no gzip"), "gzip cannot read it: incorrect header check"],
    ["cut.csv.gz", long.subarray(0, -9), "gzip cannot read it: unexpected end of file"],
    [
      "sum.csv.gz",
      Buffer.concat([long.subarray(0, -8), Buffer.alloc(8)]),
      "gzip cannot read it: incorrect data check",
    ],
    ["bomb.csv.gz", gzipSync(Buffer.concat(bomb)), "it is over 200 times as long decompressed"],
    [
      "b.csv:1",
      whole,
      "it is compressed: let its name end in .gz, or send what gunzip -c prints to -",
    ],
  ] as const) {
    const run = await importFiles({ [name.replace(":1", "")]: content });
    expect(run).toMatchObject({ code: 2, stderr: `${name}: ${issue}\n` });
  }
  // A whole file is read before its first row is stored.
  expect(await storedSamples()).toEqual([{ second, laeq: 6000 }]);
});

test("bytes in gzip that would fill the memory are refused", async ({
  project: { acoustic, folder },
}) => {
  const endless = function* (start: string) {
    yield Buffer.from(start);
    for (let mebibyte = 0; mebibyte < 600; mebibyte += 1) yield Buffer.alloc(2 ** 20, "x");
  };
  const file = `${folder.path}/a.csv.gz`;
  const env = { NODE_OPTIONS: "--max-old-space-size=128" };
  const refused = async (start: string) => {
    await writeCompressed(file, endless(start));
    return acoustic(["import", "samples", file], { env });
  };
  expect(await refused("")).toEqual(
    refusal(`${file}:1: the header is longer than 256 KiB; this is no CSV file`),
  );
  expect(await refused(`${plain}\n`)).toEqual(
    refusal(`${file}:2: the line is longer than 16 MiB; this is no CSV file`),
  );
});

test("standard input is imported; its rejected rows go to --rejected, or their first reasons are printed", async ({
  project: { acoustic, folder, sensor, storedSamples },
}) => {
  const unknown = Array.from({ length: 22 }, () => "nobody,2019-03-01,61");
  // More than a part, so that the header and the rows come from different reads.
  const good = Array.from({ length: 5000 }, () => `${sensor},2019-03-01T00:00Z,60`);
  const input = linesOf(plain, ...good, ...unknown);
  const told = await acoustic(["import", "samples", "-"], { input });
  const reasons = unknown
    .slice(0, 20)
    .map(
      (_, at) =>
        `-:${5002 + at}: unknown sensor "nobody": acoustic apply makes it, from the site file`,
    );
  expect(told).toEqual({
    code: 1,
    stdout: expect.stringMatching(
      /^-: 5,022 rows: 1 inserted, 0 updated, 4,999 unchanged, 22 rejected\n  from 2019-03-01T00:00:00.000Z to /,
    ),
    stderr: linesOf(...(reasons as [string]), "and 2 more rows"),
  });
  const path = `${folder.path}/left.csv`;
  const kept = await acoustic(["import", "samples", "--json", "--rejected", path, "-"], { input });
  expect({ code: kept.code, stderr: kept.stderr }).toEqual({ code: 1, stderr: "" });
  expect(jsonOf(kept)).toMatchObject({
    files: [{ ...fileResult("-", 5022, 0, 0, 5000, 22), rejectedFile: path }],
  });
  const [header, first] = (await folder.read("left.csv")).split("\n");
  expect([header, first]).toEqual([
    `${plain},line,reason`,
    'nobody,2019-03-01,61,5002,"unknown sensor ""nobody"": acoustic apply makes it, from the site file"',
  ]);
  expect(await storedSamples()).toEqual([{ second, laeq: 6000 }]);
});

test("standard input is read once, and --rejected is for one file that is no other", async ({
  project: { acoustic, folder },
}) => {
  const file = await folder.write("a.csv", linesOf(plain));
  const refusedFor = async (...args: string[]) => {
    const { code, stderr } = await acoustic(["import", "samples", ...args], { input: plain });
    expect(code).toBe(2);
    return stderr.replaceAll(folder.path, "");
  };
  expect(await refusedFor("-", "-")).toBe("-: standard input can be read once\n");
  expect(await refusedFor("--rejected", file, file, "-")).toBe(
    "--rejected: is only for one file\n",
  );
  expect(await refusedFor("--rejected", file, file)).toBe(
    "/a.csv: its rejected rows would go to /a.csv, which is that of /a.csv\n",
  );
});

test("a command that refuses standard input ends, though more is still being sent", async () => {
  const command = spawn(
    process.execPath,
    [builtFile("main.js"), "import", "samples", "-"],
    // The test, which is the sender, never ends it.
    { stdio: ["pipe", "ignore", "ignore"] },
  );
  command.stdin.on("error", () => undefined).write("no,header\n");
  expect(await once(command, "exit")).toEqual([2, null]);
});

test("the drop folder takes files in gzip, and names what belongs to them without .gz", async ({
  project: { acoustic, folder, sensor, storedSamples },
}) => {
  for (const [at, name] of ["a.csv.gz", "a.csv.gz", "b.txt.gz", "damaged.csv.gz"].entries()) {
    const content = gzipSync(linesOf(plain, `${sensor},2019-03-01T00:0${at}Z,60`, "nobody,2019,1"));
    await folder.write(name, name === "damaged.csv.gz" ? content.subarray(0, -9) : content);
    if (at > 0 && name.startsWith("b")) continue;
    await acoustic(["watch", folder.path, "--once", "--settle", "0s"]);
  }
  expect(await filesBelow(folder.path)).toEqual([
    "done/a.2.csv.gz",
    "done/a.csv.gz",
    "done/b.txt.gz",
    "rejected/a.2.rejected.csv",
    "rejected/a.rejected.csv",
    "rejected/b.txt.gz.rejected.csv",
    "rejected/damaged.csv.gz",
    "rejected/damaged.csv.gz.reason.txt",
  ]);
  expect(await folder.read("rejected/damaged.csv.gz.reason.txt")).toBe(
    "damaged.csv.gz: gzip cannot read it: unexpected end of file\n",
  );
  expect(await storedSamples()).toHaveLength(3);
});
