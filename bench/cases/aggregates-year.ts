import { sql } from "drizzle-orm";
import type { OperatorDatabase } from "../../src/database/client/pool.ts";
import { ensureSamplePartitions } from "../../src/database/queries/maintenance/sample-partitions.ts";
import { connectBare } from "../bench-database.ts";
import { comparePair, oneByOne } from "../compare.ts";
import { drive, repeat, type Target } from "../drive.ts";
import { lastSecond, monthsBetween, noteLatest } from "../fill.ts";
import { floodWhile } from "../flood-while.ts";
import { createKey } from "../key.ts";
import { choosePages, iso } from "../pages.ts";
import { publicTarget } from "../servers.ts";
import { crowdedProjectId, projectId, quietSensor, sensorIdOf } from "../site.ts";
import { medianOf, spreadOf } from "../statistics.ts";
import { atMost, type Bench, compared, type Figure, measuredOnce, type Work } from "../work.ts";
import { firstSecondOfYear } from "./events-year.ts";

/**
 * A sensor-year by hours, with all fields and with two, and as a series, compared with one statement in SQL for the
 * same hours; a page of another key beside a year, compared with the same page without it; and the memory of sixteen at
 * once.
 */
export const aggregatesYear: Work = {
  name: "aggregates-year",
  summary: "a sensor-year by hours, of five minutes and of minutes, compared with one statement",
  async run(bench) {
    const fiveMinutes = fiveMinuteYear(bench.size);
    const figures = await compareYear(bench, "", fiveMinutes, 2.5, 2);
    figures.push(await compareBeside(bench, "aggregates-year-beside", fiveMinutes, allFields));
    const minutes = await addMinutes(bench);
    try {
      figures.push(...(await compareYear(bench, "-minutes", minutes, 3.5, 2.5)));
      figures.push(await requestAtOnce(bench, minutes));
    } finally {
      await removeMinutes(bench.database.db);
    }
    return figures;
  },
};

interface Year {
  readonly projectId: string;
  readonly sensorId: string;
  readonly firstSecond: number;
}

/** The year of the quiet sensor. */
export function fiveMinuteYear(size: Bench["size"]): Year {
  return { projectId, sensorId: sensorIdOf(quietSensor), firstSecond: firstSecondOfYear(size) };
}

export const allFields = `aggregates(RANGE, bucket: hour, maxBuckets: 9000) { buckets { startAt endAt localStartAt seconds partial
  samples expectedSamples coveredSeconds coverage Leq Leq10 Leq50 Leq90 LeqMax LeqMin LAFmax LAFmin LCpeak limitedSeconds
  events overSeconds overFraction maxOver lowestLimit highestLimit } }`;
const twoFields = "aggregates(RANGE, bucket: hour, maxBuckets: 9000) { buckets { Leq coverage } }";
const series = "series(RANGE) { buckets { startAt Leq LeqMax LeqMin } }";

async function compareYear(
  bench: Bench,
  suffix: string,
  year: Year,
  ofAllFields: number,
  ofTwoFields: number,
): Promise<Figure[]> {
  return compareWithHours(bench, year, [
    [`aggregates-year-hours${suffix}`, allFields, ofAllFields],
    [`aggregates-year-leq${suffix}`, twoFields, ofTwoFields],
    [`aggregates-year-series${suffix}`, series, ofAllFields],
  ]);
}

/** Compares fields over a year with one statement that a reader of SQL would write for its hours. */
export async function compareWithHours(
  bench: Bench,
  year: Year,
  cases: readonly (readonly [name: string, fields: string, bar: number])[],
): Promise<Figure[]> {
  const statement = connectBare(bench.database.target);
  const [from, to] = [new Date(year.firstSecond * 1000), new Date(lastSecond * 1000)];
  const byHand = () => statement`
    select date_bin('1 hour', datetime, '2000-01-01') as hour, count(*),
      10 * log(sum(exp(laeq * ${Math.LN10 / 1000}::float8)) / count(*)) as leq, max(lafmax)
    from samples
    where sensor_no = (select sensor_no from sensors where id = ${year.sensorId})
      and datetime between ${from} and ${to}
    group by 1 order by 1`;
  const load = (amount: number) => repeat(byHand, amount);
  const figures: Figure[] = [];
  try {
    for (const [name, fields, bar] of cases) {
      const years = oneByOne("gateway", bench.gateway, targetOf(bench, year, fields));
      const sides = [years, { name: "by hand", server: null, least: 1, load }] as const;
      figures.push(compared(name, await comparePair(sides, "p50", bench.pace), atMost(bar)));
    }
    return figures;
  } finally {
    await statement.end();
  }
}

/**
 * A page of 288 samples while another key reads a year repeatedly on one connection, to the same page without it. The
 * client of the year is a process of its own: reading four megabytes would delay the client of the pages.
 */
export async function compareBeside(
  bench: Bench,
  name: string,
  year: Year,
  fields: string,
): Promise<Figure> {
  const { gateway, pace } = bench;
  const pages = publicTarget(gateway, bench, choosePages(288, bench.size));
  const amount = pace.seconds === 0 ? 20 : 300;
  const other = await createKey(bench.database.db);
  const { url, requests } = targetOf(bench, year, fields);
  const body = requests[0]?.body ?? "";
  await drive(pages, amount, 1);
  const rounds: { readonly alone: number; readonly beside: number }[] = [];
  for (let round = 0; round < pace.rounds; round += 1) {
    const alone = await drive(pages, amount, 1);
    const work = () => drive(pages, amount, 1);
    const flooded = await floodWhile(bench, `${url}/graphql`, other, 1, work, body);
    const { "200": _, ...failed } = flooded.result.answers;
    if (Object.values(failed).some((count) => count > 0)) {
      throw new Error(`years were answered ${JSON.stringify(flooded.result.answers)}`);
    }
    rounds.push({ alone: alone.p50, beside: flooded.value.p50 });
  }
  const median = (side: "alone" | "beside") => medianOf(rounds.map((round) => round[side]));
  return {
    name,
    value: spreadOf(rounds.map(({ alone, beside }) => beside / alone)),
    unit: "ratio",
    bar: atMost(1.5),
    sides: [],
    notes: [`p50 alone ${median("alone").toFixed(2)} ms, beside ${median("beside").toFixed(2)} ms`],
  };
}

/** The memory of the gateway under sixteen years at once. Years that get no slot in time are refused. */
async function requestAtOnce(bench: Bench, year: Year): Promise<Figure> {
  const { url, headers, requests } = targetOf(bench, year, allFields);
  const body = requests[0]?.body ?? "";
  const post = () => fetch(`${url}/graphql`, { method: "POST", headers, body });
  const answers = await Promise.all(Array.from({ length: 16 }, post));
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  return measuredOnce({
    name: "aggregates-year-memory",
    value: ((await bench.gateway.observe())?.peakMemory ?? NaN) / 2 ** 20,
    unit: "MB",
    bar: atMost(400),
    notes: [
      `of 16 years of minutes at once, ${answers.filter(({ ok }) => ok).length} were answered`,
    ],
  });
}

export function targetOf(
  { gateway, key }: Pick<Bench, "gateway" | "key">,
  year: Year,
  field: string,
): Target {
  const range = `startAt: "${iso(year.firstSecond)}", endAt: "${iso(lastSecond)}"`;
  const query = `{ sensor(projectId: "${year.projectId}", id: "${year.sensorId}") { ${field.replace("RANGE", range)} } }`;
  return {
    url: gateway.internalUrl ?? "",
    headers: { "svc-api-key": `Bearer ${key}`, "content-type": "application/json" },
    requests: [{ method: "POST", path: "/graphql", body: JSON.stringify({ query }) }],
  };
}

/** A sensor of the large project that has no other samples. */
const minuteSensor = "crowded-000";

/** A year of minutes, in order of arrival; some days in a trial. */
async function addMinutes({ database, pace }: Bench): Promise<Year> {
  const count = pace.seconds === 0 ? 2000 : 525_600;
  const firstSecond = lastSecond - (count - 1) * 60;
  await removeMinutes(database.db);
  await ensureSamplePartitions(database.db, monthsBetween(firstSecond, lastSecond));
  await database.db.execute(sql`
    insert into samples (sensor_no, datetime, laeq, lafmax, lafmin, lcpeak)
    select (select sensor_no from sensors where id = ${minuteSensor}),
      to_timestamp(${firstSecond}::bigint + 60 * minute),
      4000 + (minute * 7919) % 3000, 5000 + (minute * 7919) % 3000, 3000 + (minute * 104729) % 1000,
      8000 + (minute * 7919) % 3000
    from generate_series(0::bigint, ${count}::bigint - 1) as minute`);
  await noteLatest(database.db);
  await database.db.execute(sql`vacuum (analyze) samples`);
  return { projectId: crowdedProjectId, sensorId: minuteSensor, firstSecond };
}

async function removeMinutes(db: OperatorDatabase): Promise<void> {
  await db.execute(sql`
    delete from samples where sensor_no = (select sensor_no from sensors where id = ${minuteSensor})`);
}
