import { readdirSync } from "node:fs";
import { storedSamples } from "../cli/acoustic.ts";
import { levelNames, type LevelName } from "../../src/acoustics/levels/level-names.ts";
import { mergeFormats } from "../../src/ingest/csv/csv-format.ts";
import { parseFormatOptions } from "../../src/ingest/csv/profile.ts";
import { listInstruments } from "../../src/ingest/instruments/instruments.ts";
import { lookAt } from "../../src/ingest/look/look-at.ts";
import { readCsvFiles } from "../../src/ingest/rows/csv-file.ts";
import { importCsvFiles } from "../../src/ingest/rows/import-csv.ts";
import { samplesTable } from "../../src/ingest/rows/import-samples.ts";
import { packageFile } from "../../src/system/package-files.ts";
import { expect, test } from "../support/test.ts";

/*
 * Each file in tests/fixtures/instruments has the same three samples, as far as its instrument has them: the first one
 * begins on 17 March 2026 at 10:00, in UTC or in the zone of the instrument, and each begins where the other ends.
 */
const firstSecond = Date.parse("2026-03-17T10:00:00Z") / 1000;
const levels: Readonly<Partial<Record<LevelName, readonly number[]>>> = {
  LAeq: [6130, 6250, 6370],
  LCeq: [6630, 6750, 6870],
  LZeq: [6810, 6930, 7050],
  LAFmax: [7420, 7540, 7660],
  LAFmin: [4820, 4940, 5060],
  LCpeak: [9140, 9260, 9380],
  LA10: [6480, 6600, 6720],
  LA50: [5860, 5980, 6100],
  LA90: [5210, 5330, 5450],
};

const samples = readdirSync(packageFile("tests/fixtures/instruments"));
const instruments = listInstruments();

test("each instrument has a sample, and each sample an instrument", () => {
  const named = samples.map((file) => file.split(".")[0]);
  expect(new Set(named)).toEqual(new Set(instruments.map(({ name }) => name)));
  expect(named).toHaveLength(instruments.length);
});

for (const { name, about, format } of instruments) {
  test(`the sample of ${name} is imported as its profile says`, async ({ database, tenantOf }) => {
    expect(about).toBeDefined();
    expect(["start", "end"]).toContain(format.labels);
    const { sensorIds } = await tenantOf();
    const sensor = sensorIds[0] ?? "";
    const file = packageFile(
      `tests/fixtures/instruments/${samples.find((sample) => sample.startsWith(`${name}.`)) ?? ""}`,
    );
    const look = await lookAt(file, { sensor, timezone: "UTC" });
    expect(look.instrument?.name).toBe(name);
    expect(look.samples).toHaveLength(3);
    const options = Object.fromEntries(look.options);
    expect(Object.keys(options)).not.toContain("date-format");
    const given = mergeFormats(parseFormatOptions({ ...options, instrument: name }));
    const files = await readCsvFiles(samplesTable, [file], given, () => null);
    for await (const imported of importCsvFiles(samplesTable, database, files, () => undefined)) {
      expect(imported).toMatchObject({ rows: 3, inserted: 3, rejected: 0, reasons: [] });
    }
    const stored = (await storedSamples(database, sensor)) as Record<string, number>[];
    const length = (stored[1]?.["second"] ?? 0) - firstSecond;
    expect(length).toBeGreaterThan(0);
    const columns = [...(format.layout?.columns.keys() ?? [])];
    const read = levelNames.filter((level) => columns.includes(level));
    const known = read.filter((level) => stored[0]?.[level.toLowerCase()] !== undefined);
    expect(known).toContain("LAeq");
    expect(stored).toEqual(
      [0, 1, 2].map((index) => ({
        second: firstSecond + index * length,
        ...Object.fromEntries(known.map((level) => [level.toLowerCase(), levels[level]?.[index]])),
      })),
    );
  });
}
