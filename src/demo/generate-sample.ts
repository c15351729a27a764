import type { Hundredths } from "#acoustics/levels/decibel.ts";
import { type Instant, instantOfSecond } from "#acoustics/time/instant.ts";
import type { LevelName } from "#acoustics/levels/level-names.ts";
import { offsetAt, type TimeZone } from "#acoustics/time/time-zone.ts";
import { millisecondsOfDay } from "#acoustics/time/calendar-day.ts";
import { type WallClock, wallClockOf, weekdayOf } from "#acoustics/time/wall-clock.ts";
import { driftingNoise, noise } from "./noise.ts";

/** How a place sounds. Levels in dB(A). */
export interface SoundProfile {
  /** Two sensors with the same seed hear the same chances. */
  readonly seed: number;
  /** Equivalent level of the quietest hour of a night. */
  readonly night: number;
  /** Equivalent level of a busy hour on a working day. */
  readonly day: number;
  /** What works add at times from Monday to Friday, 08:00 to 17:00; 0: there are none. */
  readonly works: number;
}

/** Levels that the meter reported; one that it did not is left out. */
export type GeneratedLevels = Readonly<Partial<Record<LevelName, Hundredths>>>;

/** Samples begin every five minutes. */
export const sampleSeconds = 300;

/**
 * The sample of five minutes that a meter at such a place would have reported for `second`, or null
 * where it would have been off. Made up: it follows the traffic of the local day, with weekends, a
 * slow drift, chance, now and then something loud, and outages.
 *
 * The levels keep the order of real ones: LAFmin <= LA90 <= LA50 <= LA10 <= LAFmax,
 * LA50 <= LAeq <= LAFmax, LAeq <= LCeq <= LZeq and LAFmax <= LCpeak. For example 65.2 dB(A) at
 * a busy hour come with LA90 58.1, LA50 63.0, LA10 68.0 and LAFmax 77.4.
 */
export function generateSample(
  profile: SoundProfile,
  zone: TimeZone,
  second: number,
): GeneratedLevels | null {
  const clock = localClockAt(zone, instantOfSecond(second));
  const slot = Math.floor(second / sampleSeconds);
  const chance = (channel: number) => noise(profile.seed, slot, channel);
  if (isOff(profile.seed, clock, slot)) return null;

  const bustle = bustleAt(clock);
  const drift = 3 * driftingNoise(profile.seed, second / 5400, 1) - 1.5;
  const scatter = 1.5 * (chance(2) + chance(3) - 1);
  const equivalent =
    usualLevelAt(profile, clock) +
    drift +
    scatter +
    worksAt(profile, clock, second) +
    // Something loud, about twice a day: a siren, a lorry unloading.
    (chance(4) < 0.007 ? 6 + 10 * chance(5) : 0);

  // From here on in whole hundredths of a dB; every step is at least 0, which keeps the order.
  const step = (least: number, most: number, channel: number) =>
    Math.round(100 * (least + (most - least) * chance(channel)));
  const LAeq = Math.round(100 * equivalent);
  const LA50 = LAeq - step(0.8, 3, 6);
  const LA10 = LAeq + step(1.5, 3.5, 7);
  const LA90 = LA50 - step(1.5, 3 + 3 * bustle, 8);
  const LAFmin = LA90 - step(0.8, 3, 9);
  const LAFmax = LA10 + step(3, 12, 10);
  const LCeq = LAeq + step(3, 9, 11);
  const LZeq = LCeq + step(0.5, 4, 12);
  const always = { LAeq, LCeq, LZeq, LAFmax, LAFmin };
  // An overload leaves no peak, an interval cut short no statistics.
  const peak = chance(13) < 0.004 ? {} : { LCpeak: LAFmax + step(8, 18, 14) };
  const statistics = chance(15) < 0.003 ? {} : { LA10, LA50, LA90 };
  return { ...always, ...peak, ...statistics } as GeneratedLevels;
}

/** The wall clock of a place. */
export interface LocalClock {
  /** Days since 1970-01-01. */
  readonly day: number;
  /** With its fraction, 0 to 24. */
  readonly hour: number;
  readonly weekend: boolean;
}

export function localClockAt(zone: TimeZone, instant: Instant): LocalClock {
  const clock: WallClock = wallClockOf(instant, offsetAt(zone, instant));
  const weekday = weekdayOf(clock.day);
  return {
    day: clock.day,
    hour: (clock.millisecond / millisecondsOfDay) * 24,
    weekend: weekday === "sat" || weekday === "sun",
  };
}

/** Every eleventh day the power fails for some hours, and a single sample is lost now and then. */
function isOff(seed: number, { day, hour }: LocalClock, slot: number): boolean {
  const failsAt = 20 * noise(seed, day, 16);
  const failing = (day + seed) % 11 === 0 && hour >= failsAt && hour < failsAt + 3;
  return failing || noise(seed, slot, 17) < 0.004;
}

function worksAt({ seed, works }: SoundProfile, clock: LocalClock, second: number): number {
  if (!isAtWork(clock)) return 0;
  // Half-hours of work and of rest.
  return noise(seed, Math.floor(second / 1800), 18) < 0.6 ? works : works / 4;
}

/** Whether the works, where there are any, are under way. */
export function isAtWork({ hour, weekend }: LocalClock): boolean {
  return !weekend && hour >= 8 && hour < 17;
}

/** The equivalent level of a place at an hour, in dB(A), without drift, chance and works. */
export function usualLevelAt({ night, day }: SoundProfile, clock: LocalClock): number {
  return night + (day - night) * bustleAt(clock);
}

/** How busy a place is, from 0 in the dead of night to 1 in a rush hour. */
function bustleAt({ hour, weekend }: LocalClock): number {
  const course = weekend ? weekendCourse : workdayCourse;
  const from = Math.floor(hour);
  const share = hour - from;
  return (1 - share) * (course[from] ?? 0) + share * (course[(from + 1) % 24] ?? 0);
}

/** Bustle at each full hour; the hours between lie on straight lines. */
const workdayCourse = [
  0.1, 0.05, 0.02, 0, 0.01, 0.06, 0.26, 0.8, 1, 0.95, 0.9, 0.9, 0.92, 0.92, 0.9, 0.92, 0.97, 1,
  0.97, 0.85, 0.68, 0.52, 0.36, 0.2,
];
const weekendCourse = [
  0.22, 0.16, 0.1, 0.05, 0.02, 0.03, 0.1, 0.28, 0.5, 0.66, 0.78, 0.84, 0.86, 0.86, 0.84, 0.84, 0.86,
  0.86, 0.82, 0.74, 0.64, 0.52, 0.42, 0.32,
];
