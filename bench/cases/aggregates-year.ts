import { sql } from "drizzle-orm";
import type { OperatorDatabase } from "../../src/database/client/pool.ts";
import { ensureSamplePartitions } from "../../src/database/queries/maintenance/sample-partitions.ts";
import { monthsBetween, noteLatest } from "../arrive.ts";
import { connectBare } from "../bare-connection.ts";
import { drive, repeat, type Target } from "../drive.ts";
import { floodWhile } from "../flood-while.ts";
import { createKey } from "../key.ts";
import { choosePages, iso, measurementsPath } from "../pages.ts";
import { comparePair, oneByOne } from "../pair.ts";
import { publicTarget } from "../servers.ts";
import { crowdedProjectId, projectId, quietSensor, sensorIdOf } from "../site.ts";
import { spreadOf } from "../statistics.ts";
import { lastSecond, stepSeconds } from "../telemetry.ts";
import { atMost, type Bar, type Bench, type Figure, measuredOnce, type Work } from "../work.ts";

/**
 * A sensor-year is added up by hours, with all fields and with two, and as a series, one request after the other;
 * then sixteen at once. Each is compared with one statement that a reader of SQL would write for the same hours. A
 * page of another key is compared with itself while a year is being added up.
 */
export const aggregatesYear: Work = {
  name: "aggregates-year",
  summary:
    "a sensor-year by hours, of five minutes and of minutes, compared with one statement in SQL",
  async run(bench) {
    const fiveMinutes = fiveMinuteYear(bench.size);
    const figures = await compareYear(bench, "", fiveMinutes, [2.5, 2]);
    figures.push(await compareBeside(bench, fiveMinutes));
    const minutes = await addMinutes(bench);
    try {
      figures.push(...(await compareYear(bench, "-minutes", minutes, [3.5, 2.5])));
      figures.push(await askAtOnce(bench, minutes));
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
export function fiveMinuteYear({ quietRows }: Bench["size"]): Year {
  const firstSecond = lastSecond - (quietRows - 1) * stepSeconds;
  return { projectId, sensorId: sensorIdOf(quietSensor), firstSecond };
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
  [all, two]: readonly [number, number],
): Promise<Figure[]> {
  return [
    await compare(bench, `aggregates-year-hours${suffix}`, year, allFields, atMost(all)),
    await compare(bench, `aggregates-year-leq${suffix}`, year, twoFields, atMost(two)),
    await compare(bench, `aggregates-year-series${suffix}`, year, series, atMost(all)),
  ];
}

async function compare(
  bench: Bench,
  name: string,
  year: Year,
  field: string,
  bar: Bar,
): Promise<Figure> {
  const statement = connectBare(bench.database.target);
  const [from, to] = [new Date(year.firstSecond * 1000), new Date(lastSecond * 1000)];
  const byHand = () => statement`
    select date_bin('1 hour', datetime, '2000-01-01') as hour, count(*),
      10 * log(sum(exp(laeq * ${Math.LN10 / 1000}::float8)) / count(*)) as leq, max(lafmax)
    from samples
    where sensor_key = (select key from sensors where id = ${year.sensorId})
      and datetime between ${from} and ${to}
    group by 1 order by 1`;
  try {
    const { ratio, sides } = await comparePair(
      [
        oneByOne("aggregates", bench.gateway, targetOf(bench, year, field)),
        { name: "by hand", server: null, least: 1, load: (amount) => repeat(byHand, amount) },
      ],
      "p50",
      bench.pace,
    );
    return { name, value: ratio, unit: "ratio", bar, sides, notes: [] };
  } finally {
    await statement.end();
  }
}

/**
 * A page of 288 samples while a year is added up for another key again and again on one connection, to the same page
 * alone. The client of the year is a process of its own: reading four megabytes would keep the client of the pages
 * waiting.
 */
async function compareBeside(bench: Bench, year: Year): Promise<Figure> {
  const { gateway, pace } = bench;
  const requests = choosePages(288, bench.size).map((page) => ({ path: measurementsPath(page) }));
  const pages = publicTarget(gateway, bench, requests);
  const amount = pace.seconds === 0 ? 20 : 300;
  const other = await createKey(bench.database.db);
  const { url, requests: years } = targetOf(bench, year, allFields);
  const body = years[0]?.body;
  if (body === undefined) throw new Error("a target has a request");
  await drive(pages, amount, 1);
  const rounds: { readonly alone: number; readonly beside: number }[] = [];
  for (let round = 0; round < Math.max(1, pace.rounds); round += 1) {
    const alone = await drive(pages, amount, 1);
    const { value: beside, result } = await floodWhile(
      bench,
      `${url}/graphql`,
      other,
      1,
      () => drive(pages, amount, 1),
      body,
    );
    const others = Object.entries(result.answers).filter(([status]) => status !== "200");
    if (others.some(([, count]) => count > 0))
      throw new Error(`years were answered ${JSON.stringify(result.answers)}`);
    rounds.push({ alone: alone.p50, beside: beside.p50 });
  }
  const median = (side: "alone" | "beside") => spreadOf(rounds.map((round) => round[side])).median;
  return {
    name: "aggregates-year-beside",
    value: spreadOf(rounds.map(({ alone, beside }) => beside / alone)),
    unit: "ratio",
    bar: atMost(1.5),
    sides: [],
    notes: [`p50 alone ${median("alone").toFixed(2)} ms, beside ${median("beside").toFixed(2)} ms`],
  };
}

/** Sixteen years at once: their memory is in the figure of the gateway's. What has no slot in time is refused. */
async function askAtOnce(bench: Bench, year: Year): Promise<Figure> {
  const { url, headers, requests } = targetOf(bench, year, allFields);
  const body = requests[0]?.body ?? "";
  const statuses = await Promise.all(
    Array.from({ length: 16 }, async () => {
      const answer = await fetch(`${url}/graphql`, { method: "POST", headers, body });
      await answer.arrayBuffer();
      return answer.status;
    }),
  );
  const answered = statuses.filter((status) => status === 200).length;
  const memory = ((await bench.gateway.observe())?.peakMemory ?? NaN) / 2 ** 20;
  return measuredOnce({
    name: "aggregates-year-memory",
    value: memory,
    unit: "MB",
    bar: atMost(300),
    notes: [`of 16 years of minutes at once, ${answered} were answered`],
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
    insert into samples (sensor_key, datetime, laeq, lafmax, lafmin, lcpeak)
    select (select key from sensors where id = ${minuteSensor}),
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
    delete from samples where sensor_key = (select key from sensors where id = ${minuteSensor})`);
}
