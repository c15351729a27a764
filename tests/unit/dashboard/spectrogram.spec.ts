import fc from "fast-check";
import { expect, test } from "../../support/expect.ts";
import { colourTable } from "../../../src/dashboard/browser/audio/paint-spectrogram.ts";
import {
  binsOfRows,
  frequencyMarks,
  hertzAt,
  timeMarks,
} from "../../../src/dashboard/browser/audio/frequency-axis.ts";
import {
  binCount,
  computeSpectrogram,
  planColumns,
  strongestTones,
  windowSize,
} from "../../../src/dashboard/browser/audio/spectrogram.ts";
import { neverAborted } from "../../../src/system/never-aborted.ts";

const noPause = async () => {};

function sine(hertz: number, sampleRate: number, seconds: number, amplitude = 0.5): Float32Array {
  return Float32Array.from(
    { length: Math.round(sampleRate * seconds) },
    (_, index) => amplitude * Math.sin((2 * Math.PI * hertz * index) / sampleRate),
  );
}

async function compute(channels: Float32Array[], sampleRate: number) {
  const spectrogram = await computeSpectrogram(channels, sampleRate, noPause, neverAborted);
  if (spectrogram === null) throw new Error("nothing aborts it");
  return spectrogram;
}

for (const sampleRate of [8000, 22_050, 44_100, 48_000]) {
  test(`A sine of 1 kHz at ${sampleRate} Hz is highest in its own bin, at 0 dB`, async () => {
    const { levels, columns } = await compute([sine(1000, sampleRate, 1)], sampleRate);
    const bin = Math.round((1000 / sampleRate) * windowSize);
    const highest = Array.from({ length: columns - 1 }, (_, column) => {
      const own = levels.subarray(column * binCount, (column + 1) * binCount);
      return own.indexOf(Math.max(...own));
    });
    expect(highest).toEqual(highest.map(() => bin));
    expect(levels.includes(0)).toBe(true);
  });
}

test("A tone of half the amplitude is 6 dB lower, and the Hann window keeps far frequencies 60 dB down", async () => {
  const rate = 32_000;
  // Whole periods in a window: 1,000 Hz is bin 32.
  const samples = new Float32Array(rate * 2);
  samples.set(sine(1000, rate, 1, 0.8));
  samples.set(sine(1000, rate, 1, 0.4), rate);
  const { levels, columns } = await compute([samples], rate);
  const at = (column: number, bin: number) => levels[column * binCount + bin] ?? Number.NaN;
  expect(at(5, 32)).toBeCloseTo(0, 3);
  expect(at(columns - 5, 32)).toBeCloseTo(-6.02, 2);
  expect(at(5, 200)).toBeLessThan(-60);
});

test("The power of a column is that of all channels", async () => {
  const rate = 32_000;
  const [low, high] = [sine(1000, rate, 1), sine(4000, rate, 1)];
  const { levels } = await compute([low, high], rate);
  expect(levels[32]).toBeCloseTo(0, 3);
  expect(levels[128]).toBeCloseTo(0, 3);
});

test("Each recording has at most 2,000 columns, half a window apart at least, which reach its last sample", () => {
  expect(planColumns(0)).toEqual({ hop: 512, columns: 1 });
  expect(planColumns(1024)).toEqual({ hop: 512, columns: 1 });
  expect(planColumns(1025)).toEqual({ hop: 512, columns: 2 });
  expect(planColumns(220_500)).toEqual({ hop: 512, columns: 430 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 32 }), (samples) => {
      const { hop, columns } = planColumns(samples);
      const end = (columns - 1) * hop + windowSize;
      return columns <= 2000 && hop >= 512 && end >= samples && end - hop < Math.max(1024, samples);
    }),
  );
});

test("Silence, a file without samples and one shorter than a window have numbers, not NaN", async () => {
  for (const samples of [new Float32Array(5000), new Float32Array(), sine(1000, 8000, 0.05)]) {
    const { levels, isSilent } = await compute([samples], 8000);
    expect(levels.every(Number.isFinite)).toBe(true);
    expect(isSilent).toBe(samples.every((sample) => sample === 0));
  }
});

test("The work pauses between slices, and ends where it is aborted", async () => {
  const samples = sine(1000, 48_000, 20);
  let pauses = 0;
  const pause = async () => void (pauses += 1);
  await computeSpectrogram([samples], 48_000, pause, neverAborted);
  expect(pauses).toBeGreaterThan(1);
  const leaving = new AbortController();
  const aborted = computeSpectrogram(
    [samples],
    48_000,
    async () => leaving.abort(),
    leaving.signal,
  );
  expect(await aborted).toBeNull();
});

test("The strongest tone is found for each second", async () => {
  const rate = 16_000;
  const samples = new Float32Array(rate * 3);
  for (const [second, hertz] of [500, 2000, 6000].entries()) {
    samples.set(sine(hertz, rate, 1), second * rate);
  }
  const tones = strongestTones(await compute([samples], rate));
  expect(tones.map(({ second, hertz }) => [second, hertz])).toEqual([
    [0, 500],
    [1, 2000],
    [2, 6000],
  ]);
});

test("The rows of a picture show every bin from top to bottom", () => {
  for (const rows of [100, 512, 1000]) {
    const bins = binsOfRows(rows, 11_025);
    expect(bins).toHaveLength(rows);
    expect(bins[0]?.to).toBe(binCount - 1);
    // No bin is left out between two rows.
    const isWhole = bins.every(({ from, to }, index) => {
      const below = bins[index + 1] ?? { from: 0, to: from };
      return from <= to && from - below.to <= 1;
    });
    expect(isWhole).toBe(true);
  }
});

test("The axes have round marks inside the picture", () => {
  const texts = (marks: ReturnType<typeof timeMarks>) => marks.map(({ text }) => text).join(" ");
  expect(texts(frequencyMarks(11_025))).toBe("0.05 0.1 0.2 0.5 1 2 5 10");
  expect(texts(timeMarks(10))).toBe("0 1 2 3 4 5 6 7 8 9 10");
  expect(texts(timeMarks(0.25))).toBe("0 0.05 0.1 0.15 0.2 0.25");
  expect(texts(timeMarks(83))).toBe("0 10 20 30 40 50 60 70 80");
  expect(texts(timeMarks(0))).toBe("0");
  for (const nyquist of [4000, 11_025, 22_050, 48_000]) {
    const marks = frequencyMarks(nyquist);
    for (const { fraction, text } of marks) {
      expect(fraction).toBeGreaterThanOrEqual(0);
      expect(fraction).toBeLessThanOrEqual(1);
      expect(hertzAt(fraction, nyquist)).toBeCloseTo(Number(text) * 1000, 6);
    }
  }
});

test("Colours go from dark to light without a step back", () => {
  const lightness = Array.from({ length: 256 }, (_, index) => {
    const [red = 0, green = 0, blue = 0] = colourTable.subarray(index * 3, index * 3 + 3);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  });
  expect([...colourTable.subarray(0, 3)]).toEqual([68, 1, 84]);
  expect([...colourTable.subarray(-3)]).toEqual([253, 231, 37]);
  // Bytes are rounded.
  const isLighter = (value: number, index: number) => value > (lightness[index - 1] ?? 0) - 0.5;
  expect(lightness.every(isLighter)).toBe(true);
});
