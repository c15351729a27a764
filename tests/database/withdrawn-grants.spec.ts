import type { Instant } from "../../src/acoustics/time/instant.ts";
import type { Database } from "../../src/database/client/statement.ts";
import { selectClassifications } from "../../src/database/queries/samples/classifications.ts";
import { selectExceedancesOfSensors } from "../../src/database/queries/events/exceedances.ts";
import { selectExtents } from "../../src/database/queries/samples/extents.ts";
import type { GrantedSensorNo, Grants } from "../../src/database/queries/keys/grants.ts";
import { selectLatestSamples } from "../../src/database/queries/samples/latest-samples.ts";
import { createSampleReader } from "../../src/database/queries/samples/sample-columns.ts";
import { selectPage, type SensorPeriod } from "../../src/database/queries/samples/samples.ts";
import { selectRecordings } from "../../src/database/queries/recordings/stored-recordings.ts";
import type { Hundredths } from "../../src/acoustics/levels/decibel.ts";
import { grantsOf, resolveSensors } from "../support/grants.ts";
import { sessionOf } from "../support/session.ts";
import { expect, test } from "../support/test.ts";

const second = Date.parse("2019-03-10") / 1000;
const seconds = { first: second, last: second + 3600 };

/** Each reader of telemetry, on a sensor with one sample of 50 dB, without classification and recording. */
const readers: Readonly<
  Record<
    string,
    (database: Database, grants: Grants, sensorNo: GrantedSensorNo) => Promise<unknown>
  >
> = {
  page: (database, grants, sensorNo) =>
    selectPage(
      database,
      grants,
      { sensorNo, seconds },
      { order: "asc", pageSize: 9, model: { modelNo: 1, minConfidence: 0 } },
    ),
  columns: (database, grants, sensorNo) =>
    createSampleReader(database, grants).read({ sensorNo, seconds, levels: ["LAeq"], atMost: 9 }),
  newest: (database, grants, sensorNo) =>
    createSampleReader(database, grants).newest({ sensorNo, seconds, atMost: 9 }),
  exceedances: (database, grants, sensorNo) =>
    selectExceedancesOfSensors(database, grants, [
      {
        sensorNo,
        seconds,
        weighting: "A",
        order: "asc",
        above: 4000 as Hundredths,
        searchAtMost: 9,
      },
    ]),
  extent: (database, grants, sensorNo) => selectExtents(database, grants, [{ sensorNo, seconds }]),
  latest: (database, grants, sensorNo) =>
    selectLatestSamples(database, grants, [{ sensorNo, seconds }], "A"),
  "latest of a weighting that the newest sample lacks": (database, grants, sensorNo) =>
    selectLatestSamples(database, grants, [{ sensorNo, seconds }], "C"),
  classifications: (database, grants, sensorNo) =>
    selectClassifications(database, grants, [
      { sensorNo, modelNo: 1, minConfidence: 0, seconds: [second] },
    ]),
  recordings: (database, grants, sensorNo) =>
    selectRecordings(database, grants, [{ sensorNo, second }], Date.now() as Instant),
};

for (const [name, read] of Object.entries(readers)) {
  test(`${name}: a sensor that is not granted is another answer than a sensor without samples`, async ({
    database,
    tenantOf,
  }) => {
    const [tenant, empty] = [await tenantOf(), await tenantOf()];
    await tenant.addSamples([{ second, LAeq: 50 }]);
    const session = sessionOf(database);
    for (const { key, sensorIds } of [tenant, empty]) {
      const grants = grantsOf(key);
      const other = sensorIds === tenant.sensorIds ? empty : tenant;
      const [own] = await resolveSensors(database, sensorIds);
      const [withdrawn] = await resolveSensors(database, other.sensorIds);
      if (own === undefined || withdrawn === undefined) throw new Error("a tenant has no sensor");
      await expect(read(session, grants, own)).resolves.toBeDefined();
      await expect(read(session, grants, withdrawn)).rejects.toThrow("withdrawn");
    }
  });
}

test("a number that no statement under grants has returned reads no telemetry", () => {
  // @ts-expect-error -- the compiler refuses it, for a primary and for a standby, whose statements check no grants.
  const refused: SensorPeriod = { sensorNo: 1, seconds };
  expect(refused.seconds).toBe(seconds);
});
