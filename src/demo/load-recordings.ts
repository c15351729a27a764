import { isAudioStoreUnavailable } from "#audio/audio-store.ts";
import { selectSensorNos } from "#database/queries/sites.ts";
import type { Hundredths } from "#acoustics/levels/decibel.ts";
import { type RecordingTarget, storeRecording } from "#ingest/store-recording.ts";
import type { DemonstrationSite } from "./demonstration-site.ts";
import { encodeFlac } from "./encode-flac.ts";
import { generateRecording } from "./generate-recording.ts";
import { generateSample, sampleSeconds } from "./generate-sample.ts";

/** Which samples of the demonstration can be listened to. */
export interface LoadedRecordings {
  /** Starts of the samples, Unix seconds, ascending, by sensor. */
  readonly seconds: ReadonlyMap<string, readonly number[]>;
  /** Why there are no more of them; null: there are all. */
  readonly failure: string | null;
}

/**
 * Keeps a recording of each of the loudest samples of the last two days among `seconds`, as an import
 * would. Without a store there are none: the rest of the demonstration does not need them.
 */
export async function loadRecordings(
  target: RecordingTarget,
  sites: readonly DemonstrationSite[],
  seconds: readonly number[],
): Promise<LoadedRecordings> {
  const keys = await selectSensorNos(target.db);
  const loaded = new Map<string, number[]>();
  try {
    for (const { sensorId, seed, second, equivalent } of sites.flatMap((site) =>
      loudest(site, seconds),
    )) {
      const sensorNo = keys.get(sensorId);
      if (sensorNo === undefined) continue;
      const content = encodeFlac(generateRecording(seed, second, equivalent));
      const stored = await storeRecording(target, { sensorNo, second }, content, null);
      if (stored.result === "rejected") {
        throw new Error(`A recording was made badly: ${stored.reason}`);
      }
      loaded.set(sensorId, [...(loaded.get(sensorId) ?? []), second]);
    }
  } catch (error) {
    if (!isAudioStoreUnavailable(error)) throw error;
    return { seconds: loaded, failure: error.message };
  }
  return { seconds: loaded, failure: null };
}

/** Of each sensor: 24 in all, so that loading them takes about a second. */
const recordingsPerSensor = 4;
const lastDays = 2;

interface LoudSample {
  readonly sensorId: string;
  readonly seed: number;
  readonly second: number;
  readonly equivalent: Hundredths;
}

function loudest(
  { timeZone, sounds }: DemonstrationSite,
  seconds: readonly number[],
): LoudSample[] {
  const recent = seconds.slice(-(lastDays * 24 * 3600) / sampleSeconds);
  return sounds.flatMap(({ sensorId, profile }) =>
    recent
      .flatMap((second) => {
        const equivalent = generateSample(profile, timeZone, second)?.LAeq;
        return equivalent === undefined
          ? []
          : [{ sensorId, seed: profile.seed, second, equivalent }];
      })
      .toSorted((left, right) => right.equivalent - left.equivalent)
      .slice(0, recordingsPerSensor)
      .toSorted((left, right) => left.second - right.second),
  );
}
