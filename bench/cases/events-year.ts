import { connectBare } from "../bench-database.ts";
import { comparePair, oneByOne } from "../compare.ts";
import { repeat, type Target } from "../drive.ts";
import { lastSecond, stepSeconds } from "../fill.ts";
import { iso, sensorPath } from "../pages.ts";
import { publicTarget } from "../servers.ts";
import { quietLimit, quietSensor, sensorIdOf } from "../site.ts";
import { atMost, type Bench, compared, type Figure, type Work } from "../work.ts";

export const eventsYear: Work = {
  name: "events-year",
  summary: "events of a sensor-year without events, compared with count(*) in SQL",
  async run(bench) {
    const { gateway } = bench;
    const path = yearOfEvents(bench.size);
    const target = publicTarget(gateway, bench, [{ path }]);
    const answer = await fetch(`${target.url}${path}`, { headers: target.headers });
    const { data, cursor } = (await answer.json()) as { data?: unknown[]; cursor: unknown };
    if (data?.length !== 0 || cursor !== null) throw new Error("The quiet sensor has events");

    return [await compareWithCount(bench, "events-year", target, 1.5)];
  },
};

/** Compares a request about the loud samples of the quiet sensor's year with their `count(*)`. */
export async function compareWithCount(
  { gateway, database, size, pace }: Bench,
  name: string,
  target: Target,
  bar: number,
): Promise<Figure> {
  const sql = connectBare(database.target);
  const [from, to] = [firstSecondOfYear(size), lastSecond].map((at) => new Date(at * 1000));
  const count = () => sql`
    select count(*) from samples
    where sensor_no = (select sensor_no from sensors where id = ${sensorIdOf(quietSensor)})
      and datetime between ${from ?? null} and ${to ?? null} and laeq > ${quietLimit}`;
  const byHand = { server: null, least: 1, load: (amount: number) => repeat(count, amount) };
  try {
    const sides = [oneByOne("events", gateway, target), { name: "count(*)", ...byHand }] as const;
    return compared(name, await comparePair(sides, "p50", pace), atMost(bar));
  } finally {
    await sql.end();
  }
}

/** The path of the events of the quiet sensor: there are none. */
export function yearOfEvents(size: Bench["size"]): string {
  const range = `startAt=${iso(firstSecondOfYear(size))}&endAt=${iso(lastSecond)}`;
  return `${sensorPath(quietSensor)}/events?${range}`;
}

/** The Unix second at which the year of the quiet sensor begins. */
export function firstSecondOfYear({ quietRows }: Bench["size"]): number {
  return lastSecond - (quietRows - 1) * stepSeconds;
}
