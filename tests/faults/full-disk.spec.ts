import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stringify } from "yaml";
import { packageFile } from "../../src/system/package-files.ts";
import { startCommand } from "../support/command.ts";
import { makeFlac, ramp } from "../support/flac.ts";
import { expect, test } from "../support/embedded-process.ts";
import { fillUp, withSmallDisk } from "../support/small-disk.ts";
import { copyFolder, withDataDirectory } from "../support/templates.ts";

test.describe.configure({ timeout: 300_000 });

const full = "its disk is full: ENOSPC: no space left on device, write";
const range = ["--start-at", "2019-03-10", "--end-at", "2019-03-11"];

/** Writes a site and what can be imported to a folder. */
async function writeInputs(folder: string) {
  const write = async (name: string, content: string | Uint8Array) => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  return {
    site: await writeSite(join(folder, "site.yaml"), "Quay"),
    samples: await writeSamples(join(folder, "samples.csv"), "quay-1", 60),
    rejected: await writeSamples(join(folder, "bad.csv"), "quay-2", 60),
    classifications: await write(
      "classifications.csv",
      "sensor_id,datetime,model,label,confidence\nquay-1,2019-03-10T00:00:00Z,yamnet,Dog,0.5\n",
    ),
    exclusions: await write(
      "exclusions.csv",
      "sensor_id,start_at,end_at,reason\nquay-1,2019-03-10T00:00:00Z,2019-03-10T01:00:00Z,rain\n",
    ),
    recording: await write("quay-1_20190310T000000Z.flac", makeFlac({ channels: [ramp(20_000)] })),
  };
}

async function writeSite(path: string, name: string): Promise<string> {
  const sensors = [{ id: "quay-1", name, location: { latitude: 53.3, longitude: -6.2 } }];
  const contract = { startAt: "2019-01-01", endAt: "2020-01-01" };
  const project = { id: "quay", name, timezone: "Europe/Dublin", contract, sensors };
  await writeFile(path, stringify({ project }));
  return path;
}

async function writeSamples(path: string, sensorId: string, laeq: number): Promise<string> {
  await writeFile(path, samplesOf(sensorId, laeq));
  return path;
}

function samplesOf(sensorId: string, laeq: number): string {
  const rows = Array.from({ length: 60 }, (_, minute) => {
    const at = new Date(Date.UTC(2019, 2, 10, 0, minute)).toISOString();
    return `${sensorId},${at},${laeq}\n`;
  });
  return `sensor_id,datetime,LAeq\n${rows.join("")}`;
}

async function prepare({ site, samples }: Inputs, dataDirectory: string): Promise<void> {
  const commands = [
    ["apply", site],
    ["import", "samples", samples],
  ];
  for (const args of commands) {
    expect(await run(args, { DATA_DIR: dataDirectory })).toMatchObject({ code: 0, stderr: "" });
  }
}

type Inputs = Awaited<ReturnType<typeof writeInputs>>;

async function run(args: readonly string[], env: Record<string, string>, input?: string) {
  const { code, stdout, stderr } = await startCommand(args, env, input).ended;
  // Progress appears on a busy machine.
  return { code, stdout, stderr: stderr.replaceAll(/^\d+ % .*\n/gm, "") };
}

test("a command whose file has no room on its disk ends with 3, names the file, and leaves none", async ({
  emptyDirectory: folder,
}) => {
  const inputs = await writeInputs(folder);
  await withDataDirectory("migrated", (dataDirectory) =>
    withSmallDisk("64k", async (disk) => {
      const env = { DATA_DIR: dataDirectory };
      await prepare(inputs, dataDirectory);
      await fillUp(join(disk, "filler"));
      const refused = async (args: readonly string[], { input = "", temporary = false } = {}) => {
        const { code, stderr } = await run(args, temporary ? { ...env, TMPDIR: disk } : env, input);
        expect({ args, code }).toEqual({ args, code: 3 });
        return stderr;
      };
      const project = ["--project", "quay"];
      const file = join(disk, "file");
      const written = [
        ["export", "samples", ...project, ...range, "--output", file],
        ["export", "site", "quay", "--output", file],
        ["backup", file],
        ["evidence", ...project, ...range, "--output", file],
      ];
      for (const args of written) expect(await refused(args)).toBe(`${file}: ${full}\n`);
      expect(await refused(["import", "samples", "--rejected", file, inputs.rejected])).toBe(
        `${file}: ${full}\n${inputs.rejected}: nothing of this file is kept; import it again\n`,
      );
      const place = `a temporary file in ${disk} (TMPDIR): ${full}\n`;
      const temporary = { temporary: true };
      const elsewhere = join(folder, "elsewhere");
      expect(
        await refused(["evidence", ...project, ...range, "--output", elsewhere], temporary),
      ).toBe(place);
      expect(await refused(["import", "samples", inputs.rejected], temporary)).toBe(
        `${place}${inputs.rejected}: nothing of this file is kept; import it again\n`,
      );
      const input = "sensor_id,datetime,LAeq\n".padEnd(20_000, "\n");
      expect(await refused(["import", "samples", "-"], { input, temporary: true })).toBe(place);
      expect(await readdir(disk)).toEqual(["filler"]);
      expect((await readdir(folder)).filter((name) => /elsewhere|rejected/.test(name))).toEqual([]);
    }),
  );
});

test("a command whose standard output has no room ends with 3", async () => {
  await withDataDirectory("migrated", async (dataDirectory) => {
    for (const args of [
      ["key", "list", "--json"],
      ["backup", "-"],
    ]) {
      const output = openSync("/dev/full", "w");
      const { status, stderr } = spawnSync(
        process.execPath,
        [packageFile("dist/main.js"), ...args],
        {
          env: { PATH: process.env["PATH"], DATA_DIR: dataDirectory },
          stdio: ["ignore", output, "pipe"],
          encoding: "utf8",
        },
      );
      closeSync(output);
      const errors = stderr.replaceAll(/^\d+ % .*\n/gm, "");
      expect([args, status, errors]).toEqual([args, 3, `standard output: ${full}\n`]);
    }
  });
});

test("a command that writes to an embedded database without room ends with 3, and names the disk and the import", async ({
  emptyDirectory: folder,
}) => {
  const inputs = await writeInputs(folder);
  const drop = join(folder, "drop");
  await mkdir(drop);
  await withDataDirectory("migrated", (prepared) =>
    withSmallDisk("100m", async (disk) => {
      await prepare(inputs, prepared);
      const dataDirectory = join(disk, "data");
      await mkdir(dataDirectory);
      await copyFolder(prepared, dataDirectory);
      const commands = [
        ["apply", await writeSite(join(folder, "changed.yaml"), "Quay wall")],
        ["import", "samples", await writeSamples(join(folder, "changed.csv"), "quay-1", 50)],
        ["import", "classifications", inputs.classifications],
        ["import", "exclusions", inputs.exclusions],
        ["import", "recordings", inputs.recording],
        ["key", "create", "--name", "Wall", "--project", "quay", "--scope", "v0:data:read"],
        ["remove", "sensor", "quay-1", "--yes"],
        ["demo"],
      ];
      for (const args of commands) {
        const { code, stderr } = await run(args, { DATA_DIR: dataDirectory });
        expect({ args, code, stderr }).toMatchObject({ args, code: 3 });
        expect(stderr).toContain(`Is the disk of ${dataDirectory} full?`);
        if (args[0] !== "import") continue;
        expect(stderr).toContain(`${args[2]}: nothing of this file is kept; import it again\n`);
      }
      const maintained = await run(["maintain"], { DATA_DIR: dataDirectory });
      expect(maintained).toMatchObject({ code: 3 });
      expect(maintained.stderr).toContain(`${dataDirectory}/database/files has less than 64 MB`);
    }),
  );
});

test("a dropped file for whose rejected rows there is no room waits, with a log line that names the file and no code", async ({
  emptyDirectory: folder,
}) => {
  await withDataDirectory("migrated", (dataDirectory) =>
    withSmallDisk("128k", async (drop) => {
      await prepare(await writeInputs(folder), dataDirectory);
      const text = `${samplesOf("quay-1", 60)}${"quay-1,never,60\n".repeat(2000)}`;
      await writeFile(join(drop, "meter.csv"), text);
      const env = { DATA_DIR: dataDirectory, LOG_FORMAT: "json" };
      const { code, stderr } = await run(["watch", drop, "--once", "--settle", "100ms"], env);
      expect(code).toBe(3);
      const lines = stderr.split("\n").filter((line) => line.includes("a file waits"));
      expect(lines.map((line) => JSON.parse(line))).toEqual([
        {
          level: "warn",
          time: expect.any(String),
          file: "meter.csv",
          cause: expect.arrayContaining([
            { name: "FullDisk", message: `<path>: ${full}` },
            { name: "Error", code: "ENOSPC", message: "ENOSPC: no space left on device, write" },
          ]),
          msg: "a file waits: it cannot be imported now",
        },
      ]);
      expect(await readdir(join(drop, "importing"))).toContain("meter.csv");
    }),
  );
});
