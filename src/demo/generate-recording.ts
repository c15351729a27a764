import type { Hundredths } from "#acoustics/levels/decibel.ts";
import type { Sound } from "./encode-flac.ts";
import { noise } from "./noise.ts";

/**
 * Three seconds of a place when it was loud, for a sample of `equivalent` dB(A) that begins at
 * `second`. Made up of traffic (noise without its treble) and, by chance, the hum of a machine or a
 * siren above it. The same place and second always sound the same.
 *
 * 100 dB would be as loud as 16 bits allow: a sample of 74 dB has samples of 5 % of that on average
 * (root of the mean square).
 */
export function generateRecording(seed: number, second: number, equivalent: Hundredths): Sound {
  const hear = sounds[Math.floor(noise(seed, second, 32) * sounds.length)] ?? hearTraffic;
  const traffic = createTraffic(seed, second);
  const raw = Float64Array.from(
    { length: seconds * sampleRateHertz },
    (_, index) => hear(index / sampleRateHertz) + traffic(index),
  );
  const meanSquare = raw.reduce((sum, value) => sum + value ** 2, 0) / raw.length;
  const gain = (32_767 * 10 ** ((equivalent / 100 - 100) / 20)) / Math.sqrt(meanSquare);
  return {
    sampleRateHertz,
    samples: Int16Array.from(raw, (value, index) =>
      Math.max(-32_768, Math.min(32_767, Math.round(value * gain * fade(index)))),
    ),
  };
}

const sampleRateHertz = 16_000;
const seconds = 3;

/** What is to be heard above the traffic, from -1 to 1, at a time in seconds. */
const sounds = [hearTraffic, hearMachine, hearSiren];

function hearTraffic(): number {
  return 0;
}

/** The hum of a motor at 100 Hz with its overtones, that labours three times a second. */
function hearMachine(time: number): number {
  const turn = 2 * Math.PI * 100 * time;
  const labour = 0.7 + 0.3 * Math.sin(2 * Math.PI * 3 * time);
  return labour * (0.5 * Math.sin(turn) + 0.3 * Math.sin(2 * turn) + 0.2 * Math.sin(5 * turn));
}

/** Up and down between 600 and 1400 Hz, once in one and a half seconds. */
function hearSiren(time: number): number {
  const wail = (2 * Math.PI) / 1.5;
  // The phase is the integral of 2π (1000 - 400 cos(wail t)).
  return Math.sin(2 * Math.PI * (1000 * time - (400 / wail) * Math.sin(wail * time)));
}

function createTraffic(seed: number, second: number): (index: number) => number {
  let low = 0;
  return (index) => {
    low += 0.08 * (2 * noise(seed ^ second, index, 33) - 1 - low);
    return 2 * low;
  };
}

/** Begins and ends within a twentieth of a second, which spares the ear a click. */
function fade(index: number): number {
  const edge = sampleRateHertz / 20;
  return Math.min(1, index / edge, (seconds * sampleRateHertz - 1 - index) / edge);
}
