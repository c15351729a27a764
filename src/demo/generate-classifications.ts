import { instantOfSecond } from "#acoustics/time/instant.ts";
import type { TimeZone } from "#acoustics/time/time-zone.ts";
import {
  type GeneratedLevels,
  isAtWork,
  localClockAt,
  type LocalClock,
  sampleSeconds,
  type SoundProfile,
  usualLevelAt,
} from "./generate-sample.ts";
import { noise } from "./noise.ts";

/** Said to have heard it all. Its labels are the coarse classes of SONYC-UST. */
export const demonstrationModel = "demo-sonyc-ust";

/** The eight coarse classes of the SONYC Urban Sound Tagging taxonomy. */
export const urbanSounds = [
  "engine",
  "machinery-impact",
  "non-machinery-impact",
  "powered-saw",
  "alert-signal",
  "music",
  "human-voice",
  "dog",
] as const;

export type UrbanSound = (typeof urbanSounds)[number];

export interface GeneratedClassification {
  readonly label: UrbanSound;
  /** 0 to 1, two decimals. */
  readonly confidence: number;
}

/**
 * What a model would have heard in a sample, of which only those are listened to that are
 * louder than their place usually is at the hour: one label, now and then a second that is less sure. Made up: works sound on
 * working days, music in the evening, traffic always, and the louder the sample the surer the model.
 */
export function generateClassifications(
  profile: SoundProfile,
  zone: TimeZone,
  second: number,
  { LAeq }: GeneratedLevels,
): GeneratedClassification[] {
  if (LAeq === undefined) return [];
  const clock = localClockAt(zone, instantOfSecond(second));
  const above = LAeq / 100 - usualLevelAt(profile, clock);
  if (above < 1.2) return [];
  const slot = Math.floor(second / sampleSeconds);
  const chance = (channel: number) => noise(profile.seed, slot, channel);
  const shares = sharesAt(profile, clock);
  const label = pick(shares, chance(20));
  const sureness = 0.3 + 0.5 * chance(21) + 0.18 * Math.min(1, above / 8);
  const confidence = Math.round(100 * sureness) / 100;
  const other = pick(shares, chance(22));
  if (other === label || chance(23) < 0.7) return [{ label, confidence }];
  const less = Math.round(100 * sureness * (0.2 + 0.6 * chance(24))) / 100;
  return [
    { label, confidence },
    { label: other, confidence: less },
  ];
}

type Shares = Readonly<Record<UrbanSound, number>>;

/** How often each sound stands out, in parts of their sum. */
function sharesAt(profile: SoundProfile, clock: LocalClock): Shares {
  const { hour, weekend } = clock;
  const works = isAtWork(clock) ? profile.works : 0;
  const night = hour < 6 || hour >= 23;
  const evening = hour >= 18 && hour < 23;
  return {
    engine: night ? 5 : 8,
    "machinery-impact": works,
    "non-machinery-impact": night ? 0.5 : 1.5 + works / 4,
    "powered-saw": works / 2,
    "alert-signal": 2,
    music: evening || (weekend && !night) ? 4 : 0.5,
    "human-voice": night ? 1.5 : 3,
    dog: night ? 2 : 1,
  };
}

/** The sound at a place from 0 to 1 of all shares laid side by side. */
function pick(shares: Shares, place: number): UrbanSound {
  let left = place * urbanSounds.reduce((sum, sound) => sum + shares[sound], 0);
  for (const sound of urbanSounds) {
    left -= shares[sound];
    if (left < 0) return sound;
  }
  return "engine";
}
