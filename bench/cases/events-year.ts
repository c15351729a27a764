import { connectBare } from "../bare-connection.ts";
import { repeat, type Target, type TargetRequest } from "../drive.ts";
import { iso, sensorPath } from "../pages.ts";
import { comparePair, oneByOne } from "../pair.ts";
import { publicTarget } from "../servers.ts";
import { quietLimit, quietSensor, sensorIdOf } from "../site.ts";
import { lastSecond, stepSeconds } from "../telemetry.ts";
import { atMost, type Bench, type Work } from "../work.ts";

const name = "events-year";

export const eventsYear: Work = {
  name,
  summary: "events of a sensor-year without events, compared with count(*) in SQL",
  async run(bench) {
    const { gateway, pace } = bench;
    const firstSecond = firstSecondOfYear(bench.size);
    const { path } = yearOfEvents(bench.size);
    const target = publicTarget(gateway, bench, [{ path }]);
    await requireNoEvents(target, path);

    const sql = connectBare(bench.database.target);
    const [from, to] = [new Date(firstSecond * 1000), new Date(lastSecond * 1000)];
    const count = () => sql`
      select count(*) from samples
      where sensor_key = (select key from sensors where id = ${sensorIdOf(quietSensor)})
        and datetime between ${from} and ${to} and laeq > ${quietLimit}`;
    try {
      const { ratio, sides } = await comparePair(
        [
          oneByOne("events", gateway, target),
          { name: "count(*)", server: null, least: 1, load: (amount) => repeat(count, amount) },
        ],
        "p50",
        pace,
      );
      return [{ name, value: ratio, unit: "ratio", bar: atMost(1.5), sides, notes: [] }];
    } finally {
      await sql.end();
    }
  },
};

/** The events of the quiet sensor: there are none. */
export function yearOfEvents(size: Bench["size"]): TargetRequest {
  const range = `startAt=${iso(firstSecondOfYear(size))}&endAt=${iso(lastSecond)}`;
  return { path: `${sensorPath(quietSensor)}/events?${range}` };
}

function firstSecondOfYear({ quietRows }: Bench["size"]): number {
  return lastSecond - (quietRows - 1) * stepSeconds;
}

async function requireNoEvents({ url, headers }: Target, path: string): Promise<void> {
  const answer = await fetch(`${url}${path}`, { headers });
  const { data, cursor } = (await answer.json()) as { data?: unknown[]; cursor: unknown };
  if (data?.length !== 0 || cursor !== null) throw new Error("The quiet sensor has events");
}
