import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { builtFile } from "../support/built-file.ts";
import { openDatabase } from "../../src/database/client/open-database.ts";
import { expect, test } from "../cli/acoustic.ts";
import { startCommand } from "../support/command.ts";
import { makeFlac, ramp } from "../support/flac.ts";
import { fillUp, withSmallDisk } from "../support/small-disk.ts";
import { copyFolder, databaseLimits } from "../support/templates.ts";
import { createTenant } from "../support/tenant.ts";

const full = "its disk is full: ENOSPC: no space left on device, write";
const range = ["--start-at", "2019-03-10", "--end-at", "2019-03-11"];

function samplesOf(sensorId: string, laeq: number): string {
  const rows = Array.from({ length: 60 }, (_, minute) => {
    const at = new Date(Date.UTC(2019, 2, 10, 0, minute)).toISOString();
    return `${sensorId},${at},${laeq}\n`;
  });
  return `sensor_id,datetime,LAeq\n${rows.join("")}`;
}

test("a command whose file has no room on its disk ends with 3, names the file, and leaves none", async ({
  folder,
  tenantOf,
  acoustic,
}) => {
  const { projectId } = await tenantOf();
  const rejected = await folder.write("bad.csv", samplesOf("nobody", 60));
  await withSmallDisk("64k", async (disk) => {
    await fillUp(join(disk, "filler"));
    const refused = async (args: readonly string[], { input = "", temporary = false } = {}) => {
      const { code, stderr } = await acoustic(args, {
        input,
        env: temporary ? { TMPDIR: disk } : {},
      });
      expect({ args, code }).toEqual({ args, code: 3 });
      return stderr;
    };
    const project = ["--project", projectId];
    const file = join(disk, "file");
    const written = [
      ["export", "samples", ...project, ...range, "--output", file],
      ["export", "site", projectId, "--output", file],
      // Other tests of the worker may have recordings in another store.
      ["backup", "--no-recordings", file],
      ["evidence", ...project, ...range, "--output", file],
    ];
    for (const args of written) expect(await refused(args)).toBe(`${file}: ${full}\n`);
    expect(await refused(["import", "samples", "--rejected", file, rejected])).toBe(
      `${file}: ${full}\n${rejected}: nothing of this file is kept; import it again\n`,
    );
    const place = `a temporary file in ${disk} (TMPDIR): ${full}\n`;
    const temporary = { temporary: true };
    const elsewhere = join(folder.path, "elsewhere");
    expect(
      await refused(["evidence", ...project, ...range, "--output", elsewhere], temporary),
    ).toBe(place);
    expect(await refused(["import", "samples", rejected], temporary)).toBe(
      `${place}${rejected}: nothing of this file is kept; import it again\n`,
    );
    const input = "sensor_id,datetime,LAeq\n".padEnd(20_000, "\n");
    expect(await refused(["import", "samples", "-"], { input, temporary: true })).toBe(place);
    expect(await readdir(disk)).toEqual(["filler"]);
    expect(await folder.list()).toEqual(["bad.csv"]);
  });
});

test("a command whose standard output has no room ends with 3", async ({ reach }) => {
  for (const args of [
    ["key", "list", "--json"],
    ["backup", "--no-recordings", "-"],
  ]) {
    const output = openSync("/dev/full", "w");
    const child = spawn(process.execPath, [builtFile("main.js"), ...args], {
      env: { PATH: process.env["PATH"], ...reach },
      stdio: ["ignore", output, "pipe"],
    });
    let stderr = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    const [code] = (await once(child, "close")) as [number | null];
    closeSync(output);
    const errors = stderr.replaceAll(/^\d+ % .*\n/gm, "");
    expect([args, code, errors]).toEqual([args, 3, `standard output: ${full}\n`]);
  }
});

test("a command that writes to an embedded database without room ends with 3, and names the disk and the import", async ({
  folder,
  dataDirectory: prepared,
}) => {
  const database = await openDatabase({
    kind: "embedded",
    dataDirectory: prepared,
    ...databaseLimits,
  });
  const { projectId, sensorIds } = await createTenant(database.db);
  await database.close();
  const [sensor = ""] = sensorIds;
  const samples = await folder.write("samples.csv", samplesOf(sensor, 50));
  const recording = makeFlac({ channels: [ramp(20_000)] });
  const recordingFile = await folder.write(`${sensor}_20190310T000000Z.flac`, recording);
  await withSmallDisk("100m", async (disk) => {
    const dataDirectory = join(disk, "data");
    await mkdir(dataDirectory);
    await copyFolder(prepared, dataDirectory);
    const commands = [
      ["import", "samples", samples],
      ["import", "recordings", recordingFile],
      ["key", "create", "--name", "Wall", "--project", projectId, "--scope", "v0:data:read"],
    ];
    const env = { DATA_DIR: dataDirectory };
    for (const args of commands) {
      const { code, stderr } = await startCommand(args, env).ended;
      expect({ args, code, stderr }).toMatchObject({ args, code: 3 });
      expect(stderr).toContain(`Is the disk of ${dataDirectory} full?`);
      if (args[0] !== "import") continue;
      expect(stderr).toContain(`${args[2]}: nothing of this file is kept; import it again\n`);
    }
    const maintained = await startCommand(["maintain"], env).ended;
    expect(maintained).toMatchObject({ code: 3 });
    expect(maintained.stderr).toContain(`${dataDirectory}/database/files has less than 64 MB`);
  });
});

test("a dropped file for whose rejected rows there is no room waits, with a log line that names the file and no code", async ({
  tenantOf,
  acoustic,
}) => {
  const { sensorIds } = await tenantOf();
  const [sensor = ""] = sensorIds;
  await withSmallDisk("128k", async (drop) => {
    const text = `${samplesOf(sensor, 60)}${`${sensor},never,60\n`.repeat(2000)}`;
    await writeFile(join(drop, "meter.csv"), text);
    const env = { LOG_FORMAT: "json" };
    const { code, stderr } = await acoustic(["watch", drop, "--once", "--settle", "100ms"], {
      env,
    });
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
  });
});
