import { parseLevel } from "../../src/acoustics/levels/decibel.ts";
import { readDataSet, skipWithoutDataSet } from "../support/data-sets.ts";
import { expect, storedSamples, test, uniquePrefix } from "./acoustic.ts";

for (const name of ["city", "dublin", "noisemonitor"] as const) {
  test(`the site and every row of ${name} are stored as they stand in its files`, async ({
    acoustic,
    folder,
    database,
  }) => {
    skipWithoutDataSet(name);
    const { siteYaml, samplesCsv } = await readDataSet(name, uniquePrefix());
    const site = await folder.write("site.yaml", siteYaml);
    const samples = await folder.write("samples.csv", samplesCsv);
    const [header = "", ...rows] = samplesCsv.trimEnd().split(/\r?\n/);

    expect(await acoustic(["apply", site])).toMatchObject({ code: 0, stderr: "" });
    const imported = async () => {
      const { stdout } = await acoustic(["import", "samples", "--json", samples]);
      return JSON.parse(stdout) as unknown;
    };
    const file = { file: samples, rows: rows.length, updated: 0, rejected: 0, rejectedFile: null };
    expect(await imported()).toEqual({ files: [{ ...file, inserted: rows.length, unchanged: 0 }] });
    expect(await imported()).toEqual({ files: [{ ...file, inserted: 0, unchanged: rows.length }] });

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
