import type { Instant } from "../../src/acoustics/time/instant.ts";
import { classificationsTable } from "../../src/ingest/rows/import-classifications.ts";
import { readCsvFiles } from "../../src/ingest/rows/csv-file.ts";
import { importCsvFiles, type ImportTarget } from "../../src/ingest/rows/import-csv.ts";
import { importRecordings } from "../../src/ingest/recordings/import-recordings.ts";
import { samplesTable } from "../../src/ingest/rows/import-samples.ts";
import { InvalidInput } from "../../src/ingest/invalid-input.ts";
import { removeData } from "../../src/operator/remove-data.ts";
import { makeFlac, ramp } from "../support/flac.ts";
import { expect, test } from "./acoustic.ts";

/*
 * An import looks its sensors up once, at its beginning. Each test removes one between two files of the same import.
 */

const time = "2019-03-01T06:00:00Z";
const ignore = () => undefined;
const now = Date.parse("2026-03-20T10:00:00Z") as Instant;

for (const [what, header, row] of [
  ["samples", "sensor_id,datetime,LAeq", `${time},60`],
  ["classifications", "sensor_id,datetime,model,label,confidence", `${time},m,dog,0.9`],
] as const) {
  const begin = async (parts: ImportTarget, files: readonly string[]) => {
    if (what === "samples") {
      const read = await readCsvFiles(samplesTable, files);
      return importCsvFiles(samplesTable, parts, read, ignore);
    }
    const read = await readCsvFiles(classificationsTable, files);
    return importCsvFiles(classificationsTable, parts, read, ignore);
  };

  test(`an import of ${what} whose sensor is removed under way says so, and keeps nothing of the file`, async ({
    database: { db },
    tenantOf,
    folder,
  }) => {
    const { addSamples, sensorIds } = await tenantOf({ sensors: [{}, {}] });
    // The month has its partition: the embedded database could not make it beside the transaction.
    await addSamples([{ second: Date.parse(time) / 1000 - 1, LAeq: 60 }]);
    const [stays = "", goes = ""] = sensorIds;
    const before = await folder.write("before.csv", `${header}\n${stays},${row}\n`);
    const under = await folder.write("under.csv", `${header}\n${goes},${row}\n`);
    const imported = await begin({ db, kind: "postgres" }, [before, under]);
    expect((await imported.next()).value).toMatchObject({ file: before, inserted: 1 });
    await removeData({ db, kind: "postgres" }, { what: "sensor", sensorId: goes }, now);
    const issue = "a sensor of this file was removed while it was being imported";
    await expect(imported.next()).rejects.toEqual(
      new InvalidInput([`${under}: ${issue}`, `${under}: nothing of this file is kept`]),
    );
  });
}

test("a recording whose sensor is removed under way is rejected as that of an unknown sensor", async ({
  database,
  storePlaces,
  tenantOf,
  folder,
}) => {
  const { db } = database;
  const store = await storePlaces.create(database);
  const { sensorIds } = await tenantOf({ sensors: [{}, {}] });
  const files = await Promise.all(
    sensorIds.map((id) =>
      folder.write(`${id}_20190301T060000Z.flac`, makeFlac({ channels: [ramp(40)] })),
    ),
  );
  const imported = importRecordings({ db, store, clock: () => now }, files, null, ignore);
  expect((await imported.next()).value).toMatchObject({ result: "imported" });
  const [, goes = ""] = sensorIds;
  await removeData({ db, kind: "postgres" }, { what: "sensor", sensorId: goes }, now);
  expect((await imported.next()).value).toEqual({
    file: files[1],
    result: "rejected",
    reason: `unknown sensor "${goes}": acoustic apply makes it, from the site file`,
  });
});

test("of two removals of one sensor at once, one removes it, and the other finds it unknown", async ({
  database: { db },
  tenantOf,
}) => {
  const { sensorIds } = await tenantOf({ sensors: [{}] });
  const [sensorId = ""] = sensorIds;
  const removals = await Promise.allSettled(
    [1, 2].map(() => removeData({ db, kind: "postgres" }, { what: "sensor", sensorId }, now)),
  );
  expect(removals.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(removals.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { issues: [expect.stringContaining(`unknown sensor "${sensorId}"`)] },
  });
});
