import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseLevel } from "#acoustics/levels/decibel.ts";
import { expect, storedSamples, test, uniquePrefix } from "./acoustic.ts";

const data = fileURLToPath(new URL("../../../shared/data", import.meta.url));

for (const [name, ids, rowCount] of [
  ["dublin", /dublin-noise(?=[-,\r\n])/g, 13_174],
  ["noisemonitor", /\bnm(?=-)|(?<=id: )noisemonitor/g, 3582],
] as const) {
  test(`the site and every row of ${name} are stored as they stand in its files`, async ({
    acoustic,
    folder,
    database,
  }) => {
    test.skip(!existsSync(`${data}/${name}`), `../shared/data/${name} is not there`);
    // Other ids than the files', so that nothing else that reads them meets these.
    const prefix = uniquePrefix();
    const text = async (file: string) =>
      (await readFile(`${data}/${name}/${file}`, "utf8")).replaceAll(ids, prefix);
    const csv = await text("samples.csv");
    const site = await folder.write("site.yaml", await text("site.yaml"));
    const samples = await folder.write("samples.csv", csv);

    expect(await acoustic(["apply", site])).toMatchObject({ code: 0, stderr: "" });
    const imported = async () => {
      const { stdout } = await acoustic(["import", "samples", "--json", samples]);
      return JSON.parse(stdout) as unknown;
    };
    const file = { file: samples, rows: rowCount, updated: 0, rejected: 0, rejectedFile: null };
    expect(await imported()).toEqual({ files: [{ ...file, inserted: rowCount, unchanged: 0 }] });
    expect(await imported()).toEqual({ files: [{ ...file, inserted: 0, unchanged: rowCount }] });

    const [header = "", ...rows] = csv.trimEnd().split(/\r?\n/);
    const columns = header.split(",").map((column) => column.toLowerCase());
    const expected = new Map<string, unknown[]>();
    for (const row of rows) {
      const [sensor = "", datetime = "", ...levels] = row.split(",");
      const ofSensor = expected.get(sensor) ?? [];
      expected.set(sensor, ofSensor);
      ofSensor.push({
        second: Date.parse(datetime) / 1000,
        ...Object.fromEntries(
          levels
            .map((level, index) => [columns[index + 2], parseLevel(level)] as const)
            .filter(([, level]) => level !== null),
        ),
      });
    }
    for (const [sensor, ofSensor] of expected) {
      expect(await storedSamples(database, sensor)).toEqual(ofSensor);
    }
  });
}
