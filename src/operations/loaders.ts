import DataLoader from "dataloader";
import {
  type KeyId,
  type LeaseId,
  parseLeaseId,
  parseRecordingId,
  type RecordingReference,
  type SensorId,
  parseSensorId,
} from "../acoustics/ids.ts";
import { stretchesAtOnce } from "../acoustics/assessment/exclusions.ts";
import type { Weighting } from "../acoustics/levels/weighting.ts";
import type { Instant } from "../acoustics/time/instant.ts";
import type { Database } from "../database/client/statement.ts";
import {
  type ExclusionSearch,
  selectExcludedStretches,
} from "../database/queries/exclusions/exclusions.ts";
import { selectLeasedRecording } from "../database/queries/recordings/audio-leases.ts";
import {
  type ClassificationSearch,
  selectClassifications,
} from "../database/queries/samples/classifications.ts";
import { selectVersions } from "../database/queries/sites/site-versions.ts";
import { selectProjectsById } from "../database/queries/sites/projects.ts";
import {
  type SampleRow,
  type SampleSelection,
  selectPage,
  type SensorPeriod,
} from "../database/queries/samples/samples.ts";
import {
  createSampleReader,
  type NewestSearch,
} from "../database/queries/samples/sample-columns.ts";
import {
  selectLatestSamples,
  selectNewestSecondsOf,
} from "../database/queries/samples/latest-samples.ts";
import { selectExtents } from "../database/queries/samples/extents.ts";
import type { GrantedSensorNo } from "../database/queries/keys/grants.ts";
import {
  type GrantedRecordingKey,
  type RecordingForm,
  selectRecordings,
} from "../database/queries/recordings/stored-recordings.ts";
import { selectSettings } from "../database/queries/sites/sensor-settings.ts";
import {
  type NumberedText,
  type RulesSearch,
  selectRulesOf,
  selectVersionsAt,
} from "../database/queries/sites/site-rules.ts";
import {
  type ProjectKey,
  selectSensorsById,
  selectSensorsByProject,
  type SensorRecord,
} from "../database/queries/sites/sensors.ts";

export interface SampleSearch extends SensorPeriod {
  readonly selection: SampleSelection;
}

/** A search for the last sample of a sensor that has the equivalent level of a weighting. */
export interface LatestSearch extends SensorPeriod {
  readonly weighting: Weighting;
}

/** A recording in the address of a download; both ids come from the client, unchecked. */
export interface LeasedReference {
  readonly leaseId: string;
  readonly recordingId: string;
}

export type Loaders = ReturnType<typeof createLoaders>;

/**
 * The DataLoaders of one request. Loads of the same moment share one statement, and no row is read twice. A load
 * resolves to null, or to an empty list, for a row that does not exist or is not granted. Loaders check no scope;
 * operations do.
 */
export function createLoaders(database: Database, grants: KeyId, now: Instant) {
  const newestSecond = createLoader((sensorNos: readonly GrantedSensorNo[]) =>
    selectNewestSecondsOf(database, grants, sensorNos),
  );
  const sensorsByProject = createLoader((keys: readonly ProjectKey[]) =>
    selectSensorsByProject(database, grants, keys),
  );
  return {
    projectById: createIdLoader((ids) => selectProjectsById(database, grants, ids)),
    sensorById: createIdLoader((ids) => selectSensorsById(database, grants, ids)),
    /** Without a grant for the project, the list is empty. Only these members of a project's record are the key. */
    sensorsOfProject: async ({ projectNo, id }: ProjectKey): Promise<readonly SensorRecord[]> =>
      (await sensorsByProject({ projectNo, id })) ?? [],
    /** The version of the site of a project at an instant; null: now. */
    versionAt: createLoader((searches: readonly RulesSearch[]) =>
      selectVersionsAt(database, grants, searches),
    ),
    rules: createLoader(async (versions: readonly NumberedText[]) => {
      const found = await selectRulesOf(database, grants, versions);
      return new Map(versions.map((version) => [version, found.get(version.digest) ?? null]));
    }),
    versions: createLoader((nos: readonly number[]) => selectVersions(database, grants, nos)),
    /** By the id of the sensor. The caller compares the project. */
    sensorSettings: createIdLoader((ids) => selectSettings(database, grants, ids)),
    /** One more than `stretchesAtOnce`, if there are more. */
    excludedStretches: createEachLoader((search: ExclusionSearch) =>
      selectExcludedStretches(database, grants, search, stretchesAtOnce + 1),
    ),
    samples: createEachLoader((search: SampleSearch) =>
      selectPage(database, grants, search, search.selection),
    ),
    /** The last sample with the equivalent level in a period, which is the same for all searches of a sensor. */
    latestSample: createLoader(async (searches: readonly LatestSearch[]) => {
      const found = new Map<LatestSearch, Promise<SampleRow | null>>();
      for (const weighting of new Set(searches.map((search) => search.weighting))) {
        const ofWeighting = searches.filter((search) => search.weighting === weighting);
        const selected = selectLatestSamples(database, grants, ofWeighting, weighting);
        for (const search of ofWeighting) {
          found.set(
            search,
            selected.then((rows) => rows.get(search.sensorNo) ?? null),
          );
        }
      }
      return found;
    }),
    /** The Unix seconds of the newest samples of a sensor. */
    newestSamples: createEachLoader((search: NewestSearch) =>
      createSampleReader(database, grants, newestSecond).newest(search),
    ),
    /** All periods of a sensor are equal: the period of its contract. */
    extents: createLoader(async (periods: readonly SensorPeriod[]) => {
      const found = await selectExtents(database, grants, periods);
      return new Map(periods.map((period) => [period, found.get(period.sensorNo) ?? null]));
    }),
    /** Recordings that could be leased now. */
    recordings: createLoader(async (keys: readonly GrantedRecordingKey[]) => {
      const found = new Map<GrantedRecordingKey, Promise<RecordingForm | null>>();
      for (let start = 0; start < keys.length; start += recordingsOfStatement) {
        const group = keys.slice(start, start + recordingsOfStatement);
        const selected = selectRecordings(database, grants, group, now);
        for (const key of group) {
          const { sensorNo, second } = key;
          found.set(
            key,
            selected.then((stored) => stored.get(sensorNo)?.get(second) ?? null),
          );
        }
      }
      return found;
    }),
    /** By Unix second; may have more seconds than were searched. */
    classifications: createLoader(async (searches: readonly ClassificationSearch[]) => {
      const found = await selectClassifications(database, grants, mergeSearches(searches));
      return new Map(searches.map((search) => [search, found.get(search.sensorNo) ?? null]));
    }),
    leasedRecording: createEachLoader((reference: LeasedReference) => {
      const leaseId = parseLeaseId(reference.leaseId) ?? noLease;
      const recording = parseRecordingId(reference.recordingId) ?? noRecording;
      return selectLeasedRecording(database, grants, leaseId, recording, now);
    }),
  };
}

/** Replace malformed ids of a download: no lease and no sensor has these ids. */
const noLease = "00000000-0000-0000-0000-000000000000" as string as LeaseId;
const noRecording: RecordingReference = { sensorId: "" as string as SensorId, second: 0 };

/** Two of the largest pages: the rows of a statement are presented in a few milliseconds. */
const recordingsOfStatement = 4000;

/** One search per sensor. All searches of a sensor have the same model: its settings are read once. */
function mergeSearches(searches: readonly ClassificationSearch[]): ClassificationSearch[] {
  const bySensor = new Map<GrantedSensorNo, ClassificationSearch>();
  for (const search of searches) {
    const known = bySensor.get(search.sensorNo);
    const merged = known && {
      ...known,
      seconds: [...new Set([...known.seconds, ...search.seconds])],
    };
    bySensor.set(search.sensorNo, merged ?? search);
  }
  return [...bySensor.values()];
}

/** Keys are compared as JSON, so a key may be an object. */
function createLoader<Key, Value>(
  read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value | Promise<Value | null> | null>>,
): (key: Key) => Promise<Value | null> {
  const loader = new DataLoader<Key, Value | null, string>(
    async (keys) => {
      const found = await read(keys);
      // If a value is a promise, the load of its key waits for it.
      return keys.map((key) => (found.get(key) ?? null) as Value | null);
    },
    { cacheKeyFn: (key) => JSON.stringify(key) },
  );
  return (key) => loader.load(key);
}

/** A loader that reads each key by its own statement, so that no key waits for another. */
function createEachLoader<Key, Value>(
  read: (key: Key) => Promise<Value | null>,
): (key: Key) => Promise<Value | null> {
  return createLoader<Key, Value>(async (keys) => new Map(keys.map((key) => [key, read(key)])));
}

/** A loader by ids of clients. An ill-formed id becomes the empty text: no unchecked character is searched. */
function createIdLoader<Value>(
  read: (ids: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (id: string) => Promise<Value | null> {
  const load = createLoader(read);
  return (id) => load(parseSensorId(id) ?? "");
}
