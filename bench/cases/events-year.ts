import type postgres from "postgres";
import { connectBare } from "../bench-database.ts";
import { comparePair, served } from "../compare.ts";
import { repeat, type Target } from "../drive.ts";
import { publicTarget } from "../servers.ts";
import { iso, lastSecond, quietLimit, quietSensorId, sensorPath, stepSeconds } from "../site.ts";
import type { Bench, Figure, Work } from "../work.ts";

export const eventsYear: Work = {
  name: "events-year",
  summary: "events of a sensor-year without events, compared with count(*) in SQL",
  async run(bench) {
    const range = `startAt=${iso(firstSecondOfYear(bench.size))}&endAt=${iso(lastSecond)}`;
    const path = `${sensorPath(quietSensorId)}/events?${range}`;
    const target = publicTarget(bench.gateway, bench, [{ path }]);
    const answer = await fetch(`${target.url}${path}`, { headers: target.headers });
    const { data, cursor } = (await answer.json()) as { data?: unknown[]; cursor: unknown };
    if (data?.length !== 0 || cursor !== null) throw new Error("The quiet sensor has events");
    return [await compareWithCount(bench, "events-year", target, 1.5)];
  },
};

/** Compares a request about the loud samples of the quiet sensor's year with their `count(*)`. */
export function compareWithCount(
  bench: Bench,
  name: string,
  target: Target,
  bar: number,
): Promise<Figure> {
  const [from, to] = [iso(firstSecondOfYear(bench.size)), iso(lastSecond)];
  return compareWithStatement(
    bench,
    name,
    target,
    bar,
    (sql) => sql`
    select count(*) from samples
    where sensor_no = (select sensor_no from sensors where id = ${quietSensorId})
      and datetime between ${from} and ${to} and laeq > ${quietLimit}`,
  );
}

/** Compares a request with a statement that one would write by hand, on a connection without code of the gateway. */
export async function compareWithStatement(
  { gateway, database, pace }: Bench,
  name: string,
  target: Target,
  bar: number,
  statement: (sql: postgres.Sql) => PromiseLike<unknown>,
): Promise<Figure> {
  const sql = connectBare(database.target);
  const load = (amount: number) => repeat(() => statement(sql), amount);
  const byHand = { name: "by hand", servers: [], least: 1, load };
  try {
    const sides = [served("gateway", gateway, target, 1), byHand] as const;
    return await comparePair(name, sides, "p50", ["≤", bar], pace);
  } finally {
    await sql.end();
  }
}

/** The Unix second at which the year of the quiet sensor begins. */
export function firstSecondOfYear({ quietRows }: Bench["size"]): number {
  return lastSecond - (quietRows - 1) * stepSeconds;
}
