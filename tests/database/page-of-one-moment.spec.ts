import type { GrantedSensorNo } from "../../src/database/queries/keys/grants.ts";
import { selectPage } from "../../src/database/queries/samples/samples.ts";
import { grantsOf, resolveSensors } from "../support/grants.ts";
import { sessionSending } from "../support/session.ts";
import { createTenant } from "../support/tenant.ts";
import { expect, test } from "../support/test.ts";

const at = (time: string) => Date.parse(time) / 1000;

for (const order of ["asc", "desc"] as const) {
  test(`a page over many months is of one moment, whatever is imported meanwhile, ${order}`, async ({
    database,
  }) => {
    const contract = { startAt: "2019-01-01", endAt: "2019-12-31" };
    const tenant = await createTenant(database.db, { site: { contract } });
    const seconds = ["2019-01-10", "2019-06-10", "2019-12-10"].map(at);
    let statements = 0;
    // After the first statement, samples of all months arrive together.
    const importing = sessionSending(database, async (sendOn) => {
      const rows = await sendOn();
      statements += 1;
      if (statements === 1) {
        await tenant.addSamples(seconds.map((second) => ({ second, LAeq: 50 })));
      }
      return rows;
    });
    const [sensorNo = 0 as GrantedSensorNo] = await resolveSensors(database, tenant.sensorIds);
    const rows = await selectPage(
      importing,
      grantsOf(tenant.key),
      { sensorNo, seconds: { first: at("2019-01-01"), last: at("2019-12-31") } },
      { order, pageSize: 9, model: null },
    );
    const found = rows.map(({ second }) => second);
    expect(found).toEqual(order === "asc" ? seconds : seconds.toReversed());
    expect(statements).toBe(2);
  });
}
