import { readFileSync } from "node:fs";
import { expect, test } from "playwright/test";
import { readFlacInfo } from "../../../src/dashboard/browser/audio/flac-info.ts";

/** The 42 bytes that begin a file with a STREAMINFO block, but for what `facts` are: bytes 18 to 25. */
function flacOf(facts: string, { type = "00", mark = "664c6143" } = {}): Uint8Array {
  const sizes = "10001000000000000000";
  return Uint8Array.from(
    Buffer.from(`${mark}${type}000022${sizes}${facts}${"00".repeat(16)}`, "hex"),
  );
}

const cases: [facts: string, ReturnType<typeof readFlacInfo>][] = [
  [
    "0ac442f0000d7a40",
    {
      sampleRate: 44_100,
      channels: 2,
      bitsPerSample: 16,
      totalSamples: 883_264,
      durationSeconds: 883_264 / 44_100,
    },
  ],
  // 36 bits of samples do not fit into 32.
  [
    "ffffffffffffffff",
    {
      sampleRate: 1_048_575,
      channels: 8,
      bitsPerSample: 32,
      totalSamples: 68_719_476_735,
      durationSeconds: 68_719_476_735 / 1_048_575,
    },
  ],
  // An encoder that wrote to a pipe did not know how many samples would come.
  [
    "0bb801f000000000",
    {
      sampleRate: 48_000,
      channels: 1,
      bitsPerSample: 32,
      totalSamples: null,
      durationSeconds: null,
    },
  ],
];

for (const [facts, info] of cases) {
  test(`STREAMINFO ${facts} is ${info?.sampleRate} Hz, ${info?.channels} channels`, () => {
    expect(readFlacInfo(flacOf(facts))).toEqual(info);
  });
}

test("Another file, another first block, a file without audio and a short file have no facts", () => {
  const facts = "0ac442f0000d7a40";
  const whole = flacOf(facts);
  expect(readFlacInfo(flacOf(facts, { mark: "52494646" }))).toBeNull();
  expect(readFlacInfo(flacOf(facts, { type: "04" }))).toBeNull();
  expect(readFlacInfo(flacOf("000002f0000d7a40"))).toBeNull();
  expect(readFlacInfo(whole.subarray(0, 25))).toBeNull();
  expect(readFlacInfo(new Uint8Array())).toBeNull();
  // The last block is marked in the same byte as its type.
  expect(readFlacInfo(flacOf(facts, { type: "80" }))).not.toBeNull();
  expect(readFlacInfo(whole.subarray(0, 26))).not.toBeNull();
});

test("A recording of the demonstration tells its rate, also inside a larger buffer", () => {
  const file = readFileSync("src/demo/data/recordings/dog.flac");
  const shifted = Buffer.concat([Buffer.from([1, 2, 3]), file]).subarray(3);
  const info = readFlacInfo(shifted);
  expect(info).toEqual(readFlacInfo(file));
  expect(info?.durationSeconds).toBeCloseTo((info?.totalSamples ?? 0) / (info?.sampleRate ?? 1));
  expect(info?.durationSeconds).toBeGreaterThan(1);
});
