import { countText, durationText } from "./level-text.ts";

/** `12.3 %` of a part of one. Neither is a part rounded to nothing, nor almost all to all. */
export function percentText(fraction: number): string {
  const rounded = Math.round(fraction * 1000) / 10;
  if (rounded === 0 && fraction > 0) return "< 0.1 %";
  if (rounded === 100 && fraction < 1) return "> 99.9 %";
  return `${rounded} %`;
}

/** `12.5 h`; below an hour in minutes. */
export function hoursText(seconds: number): string {
  return seconds < 3600 ? durationText(seconds) : `${Math.round(seconds / 360) / 10} h`;
}

/**
 * `212 of 212`: samples received and expected. A range that begins or ends inside an interval may hold one more than
 * its length says.
 */
export function receivedText(samples: number, expectedSamples: number): string {
  return `${countText(samples)} of ${countText(Math.max(samples, expectedSamples))}`;
}
