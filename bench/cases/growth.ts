import type { OpenDatabase } from "../../src/database/client/open-database.ts";
import type { OperatorDatabase } from "../../src/database/client/pool.ts";
import { jobSession } from "../../src/database/client/statement.ts";
import { ensureModels } from "../../src/database/queries/samples/classifications.ts";
import { selectPage } from "../../src/database/queries/samples/samples.ts";
import { selectSensorNos } from "../../src/database/queries/sites/sites.ts";
import { parseApiKey } from "../../src/auth/api-key.ts";
import { scopes } from "../../src/auth/scopes.ts";
import { createPrincipal } from "../../src/auth/principal.ts";
import {
  addMonths,
  firstSecondOfMonth,
  monthOfSecond,
} from "../../src/acoustics/time/calendar-month.ts";
import {
  dropSamplePartition,
  selectSamplePartitions,
} from "../../src/database/queries/maintenance/sample-partitions.ts";
import { noteLatest } from "../arrive.ts";
import { explainBuffers } from "../buffers.ts";
import { fill } from "../fill.ts";
import { compareInstallations } from "../installations.ts";
import { createKey } from "../key.ts";
import { choosePages, firstSecondOf, measurementsPath } from "../pages.ts";
import { comparePair, oneByOne } from "../pair.ts";
import { publicTarget, startGateway, using } from "../servers.ts";
import { model as modelName, sensorIdOf } from "../site.ts";
import { percentile } from "../statistics.ts";
import { lastSecond, stepSeconds } from "../telemetry.ts";
import { atMost, type Bench, type Figure, measuredOnce, type Work } from "../work.ts";
import { importSteps } from "./import-samples.ts";

const name = "growth";

export const growth: Work = {
  name,
  summary:
    "pages, events, aggregates, latest levels, import and removal in the large database, to the main one",
  async run(bench) {
    const benchDatabase = await bench.benchDatabaseOf("large");
    const database = await benchDatabase.open();
    try {
      const size = { ...bench.size, rows: bench.size.largeRows };
      await fill(database.db, size, bench.say, bench.signal);
      const large = { ...bench, benchDatabase, database, size, key: await createKey(database.db) };
      return await using([startGateway(large)], async ([gateway]) => {
        const { ratio, sides } = await comparePair(
          [sideOf({ ...large, gateway }), sideOf(bench)],
          "p50",
          bench.pace,
        );
        const notes = [await describeBuffers(large), await describeBuffers(bench)];
        const installations = [
          { ...large, gateway, label: labelOf(large) },
          { ...bench, label: labelOf(bench) },
        ] as const;
        return [
          { name, value: ratio, unit: "ratio", bar: atMost(1.2), sides, notes },
          ...(await compareInstallations(name, installations, bench.pace)),
          ...(await compareNewMonth(large, bench)),
        ];
      });
    } finally {
      await database.close();
    }
  },
};

function sideOf(bench: Bench) {
  const requests = pagesOf(bench).map((page) => ({ path: measurementsPath(page) }));
  const target = publicTarget(bench.gateway, bench, requests);
  return oneByOne(labelOf(bench), bench.gateway, target);
}

/** The buffers that the statement of a page touches: the median and the maximum of the pages. */
async function describeBuffers(bench: Bench): Promise<string> {
  const { db } = bench.database;
  const buffers = await explainBuffers(db, "samples", () => readPages(bench.database, bench));
  const touched = buffers.map(({ hit, read }) => hit + read);
  const median = percentile(touched, 50);
  return `${labelOf(bench)}: ${median} buffers a page, at most ${percentile(touched, 100)}`;
}

async function readPages(
  opened: OpenDatabase,
  { key, size }: Pick<Bench, "key" | "size">,
): Promise<void> {
  const apiKey = parseApiKey(key);
  if (apiKey === null) throw new Error("The benchmark's key is malformed");
  const { grants } = createPrincipal(apiKey.id, scopes, { name: "Benchmark", expiresAt: null });
  const { signal } = new AbortController();
  const session = opened.sessionFor({ ...jobSession, signal });
  const sensorNos = await selectSensorNos(opened.db);
  const modelNo = (await ensureModels(opened.db, [modelName])).get(modelName) ?? 0;
  const model = { modelNo, minConfidence: 0.5 };
  for (const page of pagesOf({ size })) {
    const sensorNo = sensorNos.get(sensorIdOf(page.sensor)) ?? 0;
    const seconds = { first: firstSecondOf(page), last: lastSecond };
    const selection = { order: "asc", pageSize: page.limit, model } as const;
    await selectPage(session, grants, { sensorNo, seconds }, selection);
  }
}

/** Many pages, so that they do not come from a small part of the database. */
function pagesOf({ size }: Pick<Bench, "size">) {
  return choosePages(288, size, 500);
}

function labelOf({ size }: Pick<Bench, "size">): string {
  return `${size.rows / 1_000_000} million`;
}

/** Imports samples of a month that neither database has, and removes the month again. */
async function compareNewMonth(large: Bench, small: Bench): Promise<Figure[]> {
  const ofLarge = await addAndRemoveMonth(large);
  const ofSmall = await addAndRemoveMonth(small);
  const both = (tell: (month: NewMonth) => string) =>
    `${labelOf(large)}: ${tell(ofLarge)}; ${labelOf(small)}: ${tell(ofSmall)}`;
  const figureOf = (suffix: string, ratio: number, note: string) =>
    measuredOnce({
      name: `${name}-${suffix}`,
      value: ratio,
      unit: "ratio",
      bar: null,
      notes: [note, "measured once"],
    });
  return [
    figureOf(
      "import",
      ofLarge.rowsPerSecond / ofSmall.rowsPerSecond,
      both(({ rows, rowsPerSecond }) => `${rows} rows, ${rowsPerSecond.toFixed(0)} a second`),
    ),
    figureOf(
      "removal",
      ofLarge.removal / ofSmall.removal,
      both(({ removal }) => `the month is dropped in ${removal.toFixed(0)} ms`),
    ),
  ];
}

interface NewMonth {
  readonly rows: number;
  readonly rowsPerSecond: number;
  /** Milliseconds. */
  readonly removal: number;
}

async function addAndRemoveMonth(bench: Bench): Promise<NewMonth> {
  const { db } = bench.database;
  const start = firstSecondOfMonth(addMonths(monthOfSecond(lastSecond), 1));
  const steps = Math.min(
    Math.ceil(bench.size.importRows / 10 / bench.size.sensors),
    stepsOfShortestMonth,
  );
  const last = start + steps * stepSeconds;
  // An earlier run that broke off may have left it in a kept database.
  await removeMonth(db, start);
  let removal: number | null = null;
  const { rows, rowsPerSecond } = await importSteps(bench, bench.benchDatabase, {
    steps,
    last,
  }).finally(async () => {
    removal = await removeMonth(db, start);
    await noteLatest(db);
  });
  if (removal === null) throw new Error("The new month has no partition of its own");
  return { rows, rowsPerSecond, removal };
}

/** Drops the partition that begins at a second. Returns the milliseconds that it took; null if there is none. */
async function removeMonth(db: OperatorDatabase, start: number): Promise<number | null> {
  const month = (await selectSamplePartitions(db)).find(({ first }) => first === start);
  if (month === undefined) return null;
  const startedAt = performance.now();
  await dropSamplePartition(db, month, { onlyEmpty: false });
  return performance.now() - startedAt;
}

const stepsOfShortestMonth = (28 * 86_400) / stepSeconds;
