import { sql } from "drizzle-orm";
import { parseApiKey } from "#auth/api-key.ts";
import type { Database } from "#database/client/statement.ts";
import type { Grants } from "#database/queries/grants.ts";
import { selectPage } from "#database/queries/samples.ts";
import { sessionOf } from "../support/session.ts";
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
    const session = sessionOf(database);
    let statements = 0;
    const importing = {
      ...session,
      client: {
        // After the first statement, samples of all months arrive together.
        unsafe: async (text: string, values: string[], options: object) => {
          const rows = await session.client.unsafe(text, values, options);
          statements += 1;
          if (statements === 1) {
            await tenant.addSamples(seconds.map((second) => ({ second, LAeq: 50 })));
          }
          return rows;
        },
      } as unknown as Database["client"],
    };
    const [sensor] = await database.db.execute<{ key: number }>(
      sql`select key from sensors where id = ${tenant.sensorIds[0]}`,
    );
    const rows = await selectPage(
      importing,
      parseApiKey(tenant.key)?.id as unknown as Grants,
      {
        sensorNo: sensor?.key ?? 0,
        seconds: { first: at("2019-01-01"), last: at("2019-12-31") },
      },
      { order, atMost: 10, reported: null },
    );
    const found = rows.map(({ second }) => second);
    expect(found).toEqual(order === "asc" ? seconds : seconds.toReversed());
    expect(statements).toBe(2);
  });
}
