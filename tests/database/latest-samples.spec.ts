import { sql } from "drizzle-orm";
import fc from "fast-check";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import { levelNames, type LevelName } from "../../src/acoustics/levels/level-names.ts";
import type { Hundredths } from "../../src/acoustics/levels/decibel.ts";
import { afterSamplesRemoved } from "../../src/database/queries/samples/after-samples-removed.ts";
import { deleteOldSamples } from "../../src/database/queries/maintenance/retention.ts";
import { sampleColumns } from "../../src/database/queries/imports/sample-batch.ts";
import { createSampleWriter } from "../../src/database/queries/imports/sample-writer.ts";
import { withOwnDatabase } from "../support/own-database.ts";
import { createTenant } from "../support/tenant.ts";
import { expect, test } from "../support/test.ts";

const start = Date.parse("2026-01-31T23:59:00Z") / 1000;

type Step =
  | {
      readonly kind: "write";
      readonly rows: readonly (readonly [sensor: number, second: number, level: number])[];
    }
  | {
      readonly kind: "remove";
      readonly sensor: number;
      readonly first: number;
      readonly last: number;
    }
  | { readonly kind: "expire"; readonly sensor: number; readonly end: number };

const sensor = fc.integer({ min: 0, max: 2 });
const second = fc.integer({ min: 0, max: 120 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("write" as const),
      rows: fc.uniqueArray(fc.tuple(sensor, second, fc.integer({ min: 0, max: 9000 })), {
        selector: ([of, at]) => `${of} ${at}`,
        minLength: 1,
        maxLength: 8,
      }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("remove" as const),
      sensor,
      first: second,
      last: second,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("expire" as const), sensor, end: second }),
  },
);

test("the row of a sensor is its newest sample, and its weightings begin with the first, whatever is imported, replaced and removed in whatever order", async () => {
  await withOwnDatabase("migrated", async ({ db }) => {
    await createTenant(db, { sensors: 3 });
    const rows = await db.execute<{ no: number }>(
      sql`select sensor_no as no from sensors order by 1`,
    );
    const sensorNos = rows.map(({ no }) => no);
    const noOf = (index: number) => sensorNos[index] ?? 0;

    const run = async (taken: Step) => {
      if (taken.kind === "write") {
        const column = taken.rows.map(([, , level]) => level as Hundredths);
        await db.transaction(async (transaction) => {
          const writer = createSampleWriter(transaction, transaction);
          await writer.write({
            sensorNos: taken.rows.map(([of]) => noOf(of)),
            seconds: taken.rows.map(([, at]) => start + at),
            levels: Object.fromEntries(levelNames.map((name) => [name, column])) as Record<
              LevelName,
              Hundredths[]
            >,
            collectedLimits: column,
            columns: sampleColumns,
            collectedClassifications: column.map(() => null),
          });
          await writer.finish();
        });
      } else if (taken.kind === "remove") {
        await db.transaction(async (transaction) => {
          await transaction.execute(sql`delete from samples where sensor_no = ${noOf(taken.sensor)}
            and datetime between to_timestamp(${start + taken.first}) and to_timestamp(${start + taken.last})`);
          await afterSamplesRemoved(transaction, noOf(taken.sensor));
        });
      } else {
        const end = ((start + taken.end) * 1000) as Instant;
        const range = { after: null, end };
        while ((await deleteOldSamples(db, noOf(taken.sensor), range, 2)).count > 0);
      }
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        await db.execute(sql`delete from samples`);
        await db.execute(sql`delete from sensor_latest`);
        await db.execute(sql`delete from reported_weightings`);
        for (const taken of steps) await run(taken);
        const levels = sql.raw(levelNames.map((name) => name.toLowerCase()).join(", "));
        const kept = await db.execute(
          sql`select sensor_no, datetime, ${levels} from sensor_latest order by sensor_no`,
        );
        const newest = await db.execute(sql`
          select distinct on (sensor_no) sensor_no, datetime, ${levels} from samples
          order by sensor_no, datetime desc`);
        expect([...kept]).toEqual([...newest]);
        const reported = await db.execute(
          sql`select * from reported_weightings order by sensor_no, weighting`,
        );
        const first = await db.execute(sql`
          select sensor_no, weighting, min(datetime) as first_at
          from samples, unnest(array['A', 'C', 'Z']) weighting group by 1, 2 order by 1, 2`);
        expect([...reported]).toEqual([...first]);
      }),
      { numRuns: 60 },
    );
  });
});
