import { compareIds } from "../acoustics/ids.ts";
import type { Exclusion } from "../acoustics/assessment/exclusions.ts";
import { secondsInside, type SecondRange } from "../acoustics/time/contract-period.ts";
import type { Instant, Interval } from "../acoustics/time/instant.ts";
import type { OpenDatabase } from "../database/client/open-database.ts";
import type { Queryable } from "../database/client/pool.ts";
import { retryConflicts } from "../database/client/retry-conflicts.ts";
import {
  countExclusions,
  deleteExclusions,
  selectExclusionsAcross,
} from "../database/queries/exclusions/stored-exclusions.ts";
import { afterSamplesRemoved } from "../database/queries/samples/after-samples-removed.ts";
import { selectOwnedSensors, selectProjectNos } from "../database/queries/keys/api-keys.ts";
import {
  countTelemetry,
  deleteProject,
  deleteSensor,
  deleteTelemetry,
  lockSite,
  type NamedKey,
  selectKeysWithoutOtherGrants,
  type TelemetryCount,
  vacuumTelemetry,
} from "../database/queries/maintenance/removal.ts";
import { lockSensors } from "../database/queries/imports/import-locks.ts";
import { insertVersionWithout } from "../database/queries/sites/site-versions.ts";
import { lockSites } from "../database/queries/sites/sites.ts";
import { InvalidInput } from "../ingest/invalid-input.ts";
import { describeUnknownId } from "../system/unknown-id.ts";

/** The data that an operator removes. */
export type Removal =
  | {
      readonly what: Kind;
      readonly sensorId: string;
      readonly range: Interval;
    }
  | { readonly what: "sensor"; readonly sensorId: string }
  | { readonly what: "project"; readonly projectId: string };

/** The data that a removal deletes. */
export interface Removed {
  /** The removed sensors, in the order of their ids. */
  readonly sensors: readonly string[];
  readonly samples: number;
  readonly classifications: number;
  readonly recordings: number;
  readonly exclusions: number;
  /** Exclusions that overlap the range but stay, because they do not lie wholly inside it: the first thousand. */
  readonly left: readonly Exclusion[];
  /** The bytes of the recordings. */
  readonly bytes: number;
  /** Keys that lose the last sensor or the last project that they may read. They stay. */
  readonly keys: readonly NamedKey[];
}

/** Counts the data of a removal. Throws `InvalidInput` for an unknown sensor or project. */
export async function previewRemoval(db: Queryable, removal: Removal): Promise<Removed> {
  const target = await findTarget(db, removal);
  return sumUp(db, target, async (kind, sensorNo) =>
    kind === "exclusions"
      ? { rows: await countExclusions(db, sensorNo, target.seconds), bytes: 0 }
      : countTelemetry(db, kind, sensorNo, target.seconds),
  );
}

/** Removes data in one transaction. The next round of maintenance removes the objects of recordings. */
export async function removeData(
  { db, kind: database }: Pick<OpenDatabase, "db" | "kind">,
  removal: Removal,
  now: Instant,
): Promise<Removed> {
  const remove = async (transaction: Queryable) => {
    const isSite = removal.what === "sensor" || removal.what === "project";
    if (isSite) await lockSites(transaction);
    const target = await findTarget(transaction, removal);
    // These locks come before those of rows, so that an import of one sensor causes no deadlock.
    await lockSensors(transaction, target.sensorNos);
    if (isSite) await lockSite(transaction, target);
    const deleted = await sumUp(transaction, target, async (kind, sensorNo) =>
      kind === "exclusions"
        ? { rows: await deleteExclusions(transaction, sensorNo, target.seconds), bytes: 0 }
        : deleteTelemetry(transaction, kind, sensorNo, target.seconds, now),
    );
    // Before the sensor: its project is found by it.
    if (removal.what === "sensor") await insertVersionWithout(transaction, removal.sensorId);
    for (const { sensorNo } of target.sensors) {
      if (isSite) await deleteSensor(transaction, sensorNo);
      else if (removal.what === "samples") await afterSamplesRemoved(transaction, sensorNo);
    }
    if (target.projectNo !== null) await deleteProject(transaction, target.projectNo);
    return deleted;
  };
  const removed = await retryConflicts(() => db.transaction(remove));
  if (database === "embedded") {
    await vacuumTelemetry(
      db,
      telemetryKinds.filter((kind) => removed[kind] > 0),
    );
  }
  return removed;
}

const telemetryKinds = ["samples", "classifications", "recordings"] as const;
const allKinds = [...telemetryKinds, "exclusions"] as const;
type Kind = (typeof allKinds)[number];

interface Target {
  /** Null unless a project is removed. */
  readonly projectNo: number | null;
  readonly sensors: readonly { readonly id: string; readonly sensorNo: number }[];
  readonly sensorNos: readonly number[];
  /** True if the sensors are removed as well. */
  readonly isSite: boolean;
  readonly kinds: readonly Kind[];
  /** Null: all. */
  readonly seconds: SecondRange | null;
}

async function findTarget(db: Queryable, removal: Removal): Promise<Target> {
  const known = await selectOwnedSensors(db);
  if (removal.what === "project") {
    const projectNo = (await selectProjectNos(db)).get(removal.projectId);
    if (projectNo === undefined) {
      throw new InvalidInput([describeUnknownId("project", removal.projectId)]);
    }
    const sensors = known
      .filter((sensor) => sensor.projectNo === projectNo)
      .toSorted((left, right) => compareIds(left.id, right.id));
    return targetOf(sensors, { projectNo });
  }
  const sensor = known.find(({ id }) => id === removal.sensorId);
  if (sensor === undefined) {
    throw new InvalidInput([describeUnknownId("sensor", removal.sensorId)]);
  }
  if (removal.what === "sensor") return targetOf([sensor], {});
  const seconds = secondsInside(removal.range);
  return targetOf([sensor], {
    isSite: false,
    // A range without a whole second has no rows.
    kinds: seconds === null ? [] : [removal.what],
    seconds,
  });
}

function targetOf(sensors: Target["sensors"], parts: Partial<Target>): Target {
  const sensorNos = sensors.map(({ sensorNo }) => sensorNo);
  return {
    projectNo: null,
    isSite: true,
    kinds: allKinds,
    seconds: null,
    ...parts,
    sensors,
    sensorNos,
  };
}

async function sumUp(
  db: Queryable,
  target: Target,
  each: (kind: Kind, sensorNo: number) => Promise<TelemetryCount>,
): Promise<Removed> {
  const { isSite, kinds, sensors, seconds } = target;
  const keys = isSite ? await selectKeysWithoutOtherGrants(db, target) : [];
  const total = { samples: 0, classifications: 0, recordings: 0, exclusions: 0, bytes: 0 };
  const left: Exclusion[] = [];
  for (const { sensorNo } of sensors) {
    for (const kind of kinds) {
      const { rows, bytes } = await each(kind, sensorNo);
      total[kind] += rows;
      total.bytes += bytes;
    }
    if (seconds === null || !kinds.includes("exclusions")) continue;
    left.push(...(await selectExclusionsAcross(db, sensorNo, seconds, namedExclusions)));
  }
  return { sensors: isSite ? sensors.map(({ id }) => id) : [], ...total, left, keys };
}

const namedExclusions = 1000;
