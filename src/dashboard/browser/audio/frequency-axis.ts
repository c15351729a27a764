import { ticksBetween } from "../plots/ticks.ts";
import { binCount } from "./spectrogram.ts";

/** The lower end of the scale, which is logarithmic as hearing is, in hertz. */
const leastLogHertz = 50;

/** The bins that each row of a picture shows, from the top: `from <= bin <= to`. */
export function binsOfRows(
  rows: number,
  nyquist: number,
): { readonly from: number; readonly to: number }[] {
  const binAt = (fraction: number) => (hertzAt(fraction, nyquist) / nyquist) * (binCount - 1);
  return Array.from({ length: rows }, (_, row) => {
    const low = Math.round(binAt(1 - (row + 1) / rows));
    const high = Math.round(binAt(1 - row / rows));
    return { from: Math.min(low + (low < high ? 1 : 0), binCount - 1), to: high };
  });
}

/** A mark of the axis: where it stands, 0 at the bottom and 1 at the top, and what it says. */
export interface AxisMark {
  readonly fraction: number;
  readonly text: string;
}

/** Marks of the frequency axis, in kHz. */
export function frequencyMarks(nyquist: number): AxisMark[] {
  return [10, 100, 1000, 10_000, 100_000]
    .flatMap((decade) => [1, 2, 5].map((factor) => factor * decade))
    .filter((hertz) => hertz >= leastLogHertz && hertz <= nyquist)
    .map((hertz) => ({ fraction: fractionOf(hertz, nyquist), text: String(hertz / 1000) }));
}

/** Marks of the time axis, in seconds: multiples of 1, 2 or 5 times a power of ten, about ten of them at most. */
export function timeMarks(durationSeconds: number): AxisMark[] {
  if (!(durationSeconds > 0)) return [{ fraction: 0, text: "0" }];
  const power = 10 ** Math.floor(Math.log10(durationSeconds / 10));
  const steps = [1, 2, 5, 10].map((factor) => factor * power);
  return ticksBetween(0, durationSeconds, 10, steps).map((second) => ({
    fraction: second / durationSeconds,
    text: String(Number(second.toPrecision(12))),
  }));
}

/** The frequency at a height of the picture. */
export function hertzAt(fraction: number, nyquist: number): number {
  const least = Math.min(leastLogHertz, nyquist / 2);
  return least * (nyquist / least) ** fraction;
}

function fractionOf(hertz: number, nyquist: number): number {
  const least = Math.min(leastLogHertz, nyquist / 2);
  return Math.log(hertz / least) / Math.log(nyquist / least);
}
