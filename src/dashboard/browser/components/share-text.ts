import { countText, durationText, written } from "./level-text.ts";

/** `12.3 %` of a part of one. Neither is a part rounded to nothing, nor almost all to all. */
export function percentText(fraction: number): string {
  const rounded = roundedPercent(fraction);
  return between(rounded, fraction) ?? written(`${rounded} %`);
}

/** `99.0 %`: the same below and above others, whose decimal it has. */
export function columnPercent(fraction: number): string {
  const rounded = roundedPercent(fraction);
  return between(rounded, fraction) ?? written(`${rounded.toFixed(1)} %`);
}

/** 0.5005 is below a half as a binary fraction: eleven decimals are of the division, what follows is not. */
function roundedPercent(fraction: number): number {
  return Math.round(Math.round(fraction * 1e11) / 1e8) / 10;
}

function between(rounded: number, fraction: number): string | null {
  if (rounded === 0 && fraction > 0) return written("< 0.1 %");
  return rounded === 100 && fraction < 1 ? written("> 99.9 %") : null;
}

/** `12.5 h`; below an hour in minutes. */
export function hoursText(seconds: number): string {
  if (seconds < 3600) return durationText(seconds);
  const tenths = Math.round(seconds / 360);
  return `${countText(Math.floor(tenths / 10))}${tenths % 10 === 0 ? "" : written(`.${tenths % 10}`)} h`;
}

/** `212 of 212`: samples received and expected. A range that cuts intervals may hold one more than expected. */
export function receivedText(samples: number, expectedSamples: number): string {
  return `${countText(samples)} of ${countText(Math.max(samples, expectedSamples))}`;
}
