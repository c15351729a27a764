/*
 * Worked example of a bin: a sine of 1,000 Hz at 22,050 samples a second is highest in bin 46, the nearest to 1,000
 * / 22,050 · 1,024 = 46.4.
 */

import FFT from "fft.js";

/**
 * The level of each frequency over time, relative to the highest: a recording does not contain the microphone's gain.
 */
export interface Spectrogram {
  readonly sampleRate: number;
  readonly durationSeconds: number;
  readonly columns: number;
  /** Seconds between the starts of two columns. */
  readonly columnSeconds: number;
  /** Levels of 0 Hz to the Nyquist frequency in dB below the highest, column after column. */
  readonly levels: Float32Array;
  /** True if every sample is zero. */
  readonly isSilent: boolean;
}

/** Samples in a column. */
export const windowSize = 1024;
/** Frequencies in a column, 0 Hz and Nyquist among them. */
export const binCount = windowSize / 2 + 1;
const leastHop = 512;
const greatestColumns = 2000;
/** The lowest level that is distinguished from silence. */
const floorDecibels = -200;

/** How many columns a recording has, and how many samples lie between them. */
export function planColumns(samples: number): { readonly hop: number; readonly columns: number } {
  const steps = Math.max(0, samples - windowSize);
  const hop = Math.max(leastHop, Math.ceil(steps / (greatestColumns - 1)));
  return { hop, columns: Math.ceil(steps / hop) + 1 };
}

/**
 * Short-time Fourier transform with a Hann window. The power of a column is the mean of its channels'. The function
 * awaits `pause` after each slice of work, so that the page stays responsive; null once `signal` aborts.
 */
export async function computeSpectrogram(
  channels: readonly Float32Array[],
  sampleRate: number,
  pause: () => Promise<void>,
  signal: AbortSignal,
): Promise<Spectrogram | null> {
  const samples = channels[0]?.length ?? 0;
  const { hop, columns } = planColumns(samples);
  const levels = new Float32Array(columns * binCount);
  const addPower = createTransform();
  let highest = 0;
  const powerOf = (column: number) => levels.subarray(column * binCount, (column + 1) * binCount);
  const transform = (column: number) => {
    const power = powerOf(column);
    for (const channel of channels) addPower(channel, column * hop, power);
    for (const value of power) highest = Math.max(highest, value);
  };
  await inSlices(columns, transform, pause, signal);
  await inSlices(columns, (column) => toDecibels(powerOf(column), highest), pause, signal);
  if (signal.aborted) return null;
  return {
    sampleRate,
    durationSeconds: samples / sampleRate,
    columns,
    columnSeconds: hop / sampleRate,
    levels,
    isSilent: highest === 0,
  };
}

/** Half of the 16 ms that a slice may take: the browser's own work comes on top. */
const sliceMilliseconds = 8;

async function inSlices(
  count: number,
  work: (index: number) => void,
  pause: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  let end = performance.now() + sliceMilliseconds;
  for (let index = 0; index < count && !signal.aborted; index += 1) {
    work(index);
    if (performance.now() < end) continue;
    await pause();
    end = performance.now() + sliceMilliseconds;
  }
}

/** Adds the power spectrum of a column to `power`. Beyond the end of the samples there is silence. */
function createTransform() {
  const fft = new FFT(windowSize);
  const input = new Float64Array(windowSize);
  const output = new Float64Array(windowSize * 2);
  const hann = Float64Array.from(
    { length: windowSize },
    (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / windowSize),
  );
  return (samples: Float32Array, start: number, power: Float32Array): void => {
    for (let index = 0; index < windowSize; index += 1) {
      input[index] = (samples[start + index] ?? 0) * (hann[index] ?? 0);
    }
    fft.realTransform(output, input);
    for (let bin = 0; bin < binCount; bin += 1) {
      const [real = 0, imaginary = 0] = [output[2 * bin], output[2 * bin + 1]];
      power[bin] = (power[bin] ?? 0) + real * real + imaginary * imaginary;
    }
  };
}

function toDecibels(power: Float32Array, highest: number): void {
  for (const [index, value] of power.entries()) {
    const relative = highest === 0 ? 0 : value / highest;
    power[index] = Math.max(floorDecibels, 10 * Math.log10(relative));
  }
}

/** The strongest tone of a second of the recording. */
export interface StrongestTone {
  /** Start of the second. */
  readonly second: number;
  readonly hertz: number;
  /** In dB below the highest of the recording. */
  readonly level: number;
}

/** The highest level of each second: what the picture shows, as numbers. */
export function strongestTones(spectrogram: Spectrogram): StrongestTone[] {
  const { columns, columnSeconds, levels, sampleRate } = spectrogram;
  const tones: { second: number; hertz: number; level: number }[] = [];
  for (let column = 0; column < columns; column += 1) {
    const second = Math.floor(column * columnSeconds);
    let tone = tones.at(-1);
    if (tone?.second !== second) {
      tone = { second, hertz: 0, level: -Infinity };
      tones.push(tone);
    }
    for (let bin = 0; bin < binCount; bin += 1) {
      const level = levels[column * binCount + bin] ?? floorDecibels;
      if (level > tone.level)
        Object.assign(tone, { level, hertz: (bin * sampleRate) / windowSize });
    }
  }
  return tones;
}
