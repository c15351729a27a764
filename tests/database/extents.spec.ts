import { selectExtents } from "../../src/database/queries/samples/extents.ts";
import { grantsOf, resolveSensors } from "../support/grants.ts";
import { sessionOf } from "../support/session.ts";
import { createTenant } from "../support/tenant.ts";
import { expect, test } from "../support/test.ts";

const at = (day: string) => Date.parse(day) / 1000;

test("the extent of a long contract has every weighting, also one that only its middle has", async ({
  database,
}) => {
  const contract = { startAt: "2001-01-01", endAt: "2019-12-31" };
  const tenant = await createTenant(database.db, { site: { contract }, sensors: 4 });
  await tenant.addSamples([
    { second: at("2000-12-31"), LZeq: 50 },
    { second: at("2001-01-15"), LAeq: 50 },
    { second: at("2010-06-10"), LCeq: 60 },
    { second: at("2019-11-30"), LAeq: 50 },
  ]);
  await tenant.addSamples([{ second: at("2010-06-10"), LZeq: 60 }], 1);
  // The newest sample is after the contract.
  await tenant.addSamples(
    [
      { second: at("2003-02-01"), LAFmax: 60 },
      { second: at("2025-01-01"), LAeq: 60 },
    ],
    2,
  );
  const sensorNos = await resolveSensors(database, tenant.sensorIds);
  const extents = await selectExtents(
    sessionOf(database),
    grantsOf(tenant.key),
    sensorNos.map((sensorNo) => ({
      sensorNo,
      seconds: { first: at("2001-01-01"), last: at("2020-01-01") - 1 },
    })),
  );
  expect(sensorNos.map((sensorNo) => extents.get(sensorNo))).toEqual([
    { first: at("2001-01-15"), last: at("2019-11-30"), weightings: ["A", "C"] },
    { first: at("2010-06-10"), last: at("2010-06-10"), weightings: ["Z"] },
    { first: at("2003-02-01"), last: at("2003-02-01"), weightings: [] },
    { first: null, last: null, weightings: [] },
  ]);
});
