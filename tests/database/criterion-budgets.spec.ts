import { levelsFrom } from "../support/series.ts";
import { Registry } from "prom-client";
import { expect, test as base } from "../support/expect.ts";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import type { OpenDatabase } from "../../src/database/client/open-database.ts";
import { jobSession } from "../../src/database/client/statement.ts";
import { selectSensorNos } from "../../src/database/queries/sites/sites.ts";
import { exclusions } from "../../src/database/tables/samples.ts";
import { createSensorMetrics } from "../../src/server/metrics/sensor-metrics.ts";
import { watchDatabase } from "../support/failing-database.ts";
import { ownDatabase } from "../support/own-database.ts";
import { createTenant, type TestSample } from "../support/tenant.ts";
import { neverAborted } from "../../src/system/never-aborted.ts";

const test = base.extend<{ own: OpenDatabase }>(ownDatabase);

/** A Wednesday; the clocks of Dublin are those of UTC. */
const date = "2019-03-20";
const secondOf = (clock: string) => Date.parse(`${date}T${clock}Z`) / 1000;
const now = (secondOf("12:00:00") * 1000) as Instant;

const works = { level: "LAeq", from: "07:00", to: "18:00", over: "window", limit: 65 };
const secondsOfWorks = 11 * 3600;

test("a budget is reported for the window of the newest sample, for criteria over the window of energies", async ({
  own: database,
}) => {
  const sensitive = { name: "Sensitive hours", from: "07:00", to: "08:00", add: 10 };
  const criteria = [
    { ...works, id: "works", name: "Works" },
    { ...works, id: "rated", name: "Rated", adjustments: [sensitive] },
    { ...works, id: "blocks", name: "Blocks", over: { block: "PT1H" } },
    { ...works, id: "peaks", name: "Peaks", level: "LAFmax" },
    { ...works, id: "saturdays", name: "Saturdays", days: ["sat"] },
  ];
  const tenant = await createTenant(database.db, {
    site: { intervalSeconds: 600, criteria },
    sensors: 6,
  });
  // Yesterday is another window.
  const yesterday = { second: secondOf("11:50:00") - 86_400, LAeq: 99 };
  await tenant.addSamples([yesterday, ...samplesOf("07:00:00", 30)], 0);
  // Silent since nine; before the window; cut by a sample of the future; the second of three excluded; no sample.
  await tenant.addSamples(samplesOf("09:00:00", 1), 1);
  await tenant.addSamples(samplesOf("06:00:00", 1), 2);
  const future = { second: secondOf("12:00:01"), LAeq: 99 };
  await tenant.addSamples([...samplesOf("11:55:00", 1), future], 3);
  await tenant.addSamples(samplesOf("11:30:00", 3), 4);
  await exclude(database, tenant.sensorIds[4] ?? "", ["11:40:00", "11:50:00"]);

  const told = await budgetsOf(database);
  const budgets = new Map<string, number>();
  for (const [, project, sensor, criterion, used] of told) {
    expect(project).toBe(tenant.projectId);
    budgets.set(`${tenant.sensorIds.indexOf(sensor ?? "")} ${criterion}`, Number(used));
  }
  const share = (seconds: number) => expect.closeTo(seconds / secondsOfWorks, 9);
  expect(Object.fromEntries(budgets)).toEqual({
    "0 works": share(30 * 600),
    // Six samples with ten times the energy.
    "0 rated": share(6 * 600 * 10 + 24 * 600),
    "1 works": share(600),
    "1 rated": share(600),
    "3 works": share(301),
    "3 rated": share(301),
    "4 works": share(1200),
    "4 rated": share(1200),
  });
});

test("a criterion that names sensors is reported for these, and each sensor needs one statement of samples", async ({
  own: database,
}) => {
  const tenant = await createTenant(database.db, { site: { intervalSeconds: 600 }, sensors: 2 });
  const [first = ""] = tenant.sensorIds;
  const criteria = [
    { ...works, id: "works", name: "Works", sensors: [first] },
    { ...works, id: "low", name: "Low frequencies", level: "LCeq", sensors: [first] },
  ];
  await tenant.apply({ intervalSeconds: 600, criteria });
  await tenant.addSamples(samplesOf("11:50:00", 1), 0);
  await tenant.addSamples(samplesOf("11:50:00", 1), 1);
  const watched = watchDatabase(database);
  const told = await budgetsOf(watched.database);
  expect(told.map(([, , sensor, criterion]) => [sensor, criterion])).toEqual([
    [first, "works"],
    [first, "low"],
  ]);
  // `over` of the newest sample comes with the same rows.
  expect(watched.seen.texts.filter((text) => /\bfrom "?samples\b/.test(text))).toHaveLength(2);
});

async function exclude(
  { db }: OpenDatabase,
  sensorId: string,
  [from, to]: readonly [string, string],
): Promise<void> {
  const sensorNo = (await selectSensorNos(db)).get(sensorId);
  if (sensorNo === undefined) throw new Error(`there is no sensor ${sensorId}`);
  const [startAt, endAt] = [from, to].map((clock) => new Date(secondOf(clock) * 1000));
  if (startAt === undefined || endAt === undefined) throw new Error("an end is missing");
  await db.insert(exclusions).values({ sensorNo, startAt, endAt, reason: "thunder" });
}

/** Ten minutes each, at the limit of the works. */
function samplesOf(clock: string, count: number): TestSample[] {
  return levelsFrom(secondOf(clock), count, 600, 65);
}

/** The project, the sensor, the criterion and the value of each line of the metric. */
async function budgetsOf(database: Pick<OpenDatabase, "sessionFor">): Promise<string[][]> {
  const register = new Registry();
  const refresh = createSensorMetrics({
    register,
    openSession: (signal) => database.sessionFor({ ...jobSession, signal }),
    clock: () => now,
    sensorsBound: 500,
  });
  await refresh(neverAborted);
  const line =
    /^acoustic_criterion_budget_used_ratio\{project="(.*)",sensor="(.*)",criterion="(.*)"\} (.*)$/gm;
  return [...(await register.metrics()).matchAll(line)].map((match) => [...match]);
}
