import type { Hundredths } from "../../src/acoustics/levels/decibel.ts";
import { selectLoudSamples } from "../../src/database/queries/events/loud-samples.ts";
import { grantsOf, resolveSensors } from "../support/grants.ts";
import { sessionOf } from "../support/session.ts";
import { createTenant } from "../support/tenant.ts";
import { expect, test } from "../support/test.ts";

const first = Date.parse("2026-01-31T23:50:00Z") / 1000;

for (const expectsMany of [true, false]) {
  test(`a loud sample has the next one within the interval, with many of them ${expectsMany ? "expected" : "not expected"}`, async ({
    database,
  }) => {
    const tenant = await createTenant(database.db);
    await tenant.addSamples([
      { second: first, LAeq: 70, LAFmax: 81.5 },
      // Its level is of another kind, and it is in the partition of another month.
      { second: first + 290, LCeq: 90 },
      { second: first + 600, LAeq: 60 },
      { second: first + 900, LAeq: 71.01 },
      { second: first + 1200, LAeq: 72, LAFmax: 80 },
      { second: first + 1320, LAeq: 50 },
    ]);
    const [sensorNo] = await resolveSensors(database, tenant.sensorIds);
    if (sensorNo === undefined) throw new Error("there is no sensor");
    const search = {
      sensorNo,
      weighting: "A",
      above: 6000 as Hundredths,
      searchAtMost: 100,
      intervalSeconds: 300,
      expectsMany,
    } as const;
    const found = await selectLoudSamples(sessionOf(database), grantsOf(tenant.key), {
      ...search,
      seconds: { first, last: first + 1200 },
    });
    expect(found).toEqual({
      exceedances: [
        { second: first, level: 7000, LAFmax: 8150, next: first + 290 },
        { second: first + 900, level: 7101, LAFmax: null, next: null },
        { second: first + 1200, level: 7200, LAFmax: 8000, next: first + 1320 },
      ],
      searched: 5,
      lastSearched: first + 1200,
    });
  });
}
