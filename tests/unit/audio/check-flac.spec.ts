import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "../../support/expect.ts";
import { checkFlac, findLengthIssue } from "../../../src/audio/check-flac.ts";
import { type FlacOptions, makeFlac, ramp } from "../../support/flac.ts";

const small: FlacOptions = { channels: [ramp(40)], blockSize: 16 };
const smallFacts = {
  ok: true,
  sampleRateHertz: 16_000,
  channels: 1,
  bitsPerSample: 16,
  totalSamples: 40,
} as const;

/** The greatest numbers, and those around them. */
function extremes(bits: number): number[] {
  const top = 2 ** (bits - 1);
  const values = [0, 1, -1, top - 1, -top, top - 2, 1 - top, top / 2, -top / 2, top / 2 + 1];
  return Array.from({ length: 100 }, (_, index) => values[index % values.length] ?? 0);
}

async function reasonOf(content: Buffer): Promise<string | null> {
  const checked = await checkFlac(content);
  return checked.ok ? null : checked.reason;
}

const otherMetadata = [
  [4, Buffer.from("\u00ff\u00f8")],
  [1, Buffer.alloc(300)],
] as const;

for (const [title, options, facts] of [
  ["16 bits", { bits: 16 }, {}],
  ["8 bits", { bits: 8 }, { bitsPerSample: 8 }],
  ["24 bits", { bits: 24 }, { bitsPerSample: 24 }],
  ["12 bits", { bits: 12 }, { bitsPerSample: 12 }],
  ["20 bits", { bits: 20 }, { bitsPerSample: 20 }],
  ["blocks numbered by their samples", { variable: true }, {}],
  ["no MD5", { withoutMd5: true }, {}],
  ["no number of samples", { withoutTotal: true }, {}],
  ["no sizes of frames", { withoutSizes: true }, {}],
  ["an unusual rate", { rate: 22_000 }, { sampleRateHertz: 22_000 }],
  ["other metadata", { metadata: otherMetadata }, {}],
] as const satisfies readonly [string, FlacOptions, object][]) {
  test(`a whole file is good, with ${title}`, async () => {
    const channels = [extremes(options.bits ?? 16)];
    const file = makeFlac({ channels, ...options });
    expect(await checkFlac(file)).toEqual({ ...smallFacts, totalSamples: 100, ...facts });
  });
}

test("a whole file is good inside a larger buffer", async () => {
  const shifted = Buffer.concat([Buffer.from([1, 2, 3]), makeFlac(small)]).subarray(3);
  expect(await checkFlac(shifted)).toEqual(smallFacts);
});

test("a whole file is good, with one block, one sample, and more frames than a byte counts", async () => {
  for (const count of [1, 15, 16, 17, 5000]) {
    const file = makeFlac({ channels: [ramp(count)], blockSize: 16 });
    expect(await checkFlac(file)).toEqual({ ...smallFacts, totalSamples: count });
  }
});

for (const bits of [8, 16, 24]) {
  test(`channels take turns in the MD5 of samples of ${bits} bits`, async () => {
    const channels = [extremes(bits), ramp(100), extremes(bits).toReversed()];
    const file = makeFlac({ channels, bits });
    expect(await checkFlac(file)).toEqual({
      ...smallFacts,
      bitsPerSample: bits,
      channels: 3,
      totalSamples: 100,
    });
    file.writeUInt8(file.readUInt8(30) ^ 1, 30);
    expect(await reasonOf(file)).toBe("the samples do not have the MD5 of STREAMINFO");
  });
}

/** Two frames and few bytes, because a test checks the file once for many of its bits. */
const tiny: FlacOptions = { channels: [ramp(20)], blockSize: 16, bits: 8 };
const tinyFacts = { ...smallFacts, bitsPerSample: 8, totalSamples: 20 };

for (const [title, options, step] of [
  // One bit of each byte, and every bit of a byte in turn.
  ["with all that a file can say", {}, 7],
  // One bit of each byte, and every bit of a byte in turn.
  ["without an MD5", { withoutMd5: true }, 9],
  ["without the number of samples", { withoutTotal: true }, 9],
] as const) {
  test(`a file that is cut anywhere is refused, ${title}`, async () => {
    const file = makeFlac({ ...tiny, ...options });
    const good: number[] = [];
    for (let length = 0; length <= file.length; length += 1) {
      if ((await checkFlac(Buffer.from(file.subarray(0, length)))).ok) good.push(length);
    }
    expect(good).toEqual([file.length]);
  });

  test(`a flipped bit is refused wherever it changes what is said, ${title}`, async () => {
    const file = makeFlac({ ...tiny, ...options });
    const good = new Map<number, unknown>();
    for (let bit = 0; bit < file.length * 8; bit += step) {
      const flipped = Buffer.from(file);
      flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      const checked = await checkFlac(flipped);
      if (checked.ok) good.set(bit, checked);
    }
    expect(good.size).toBeGreaterThan(0);
    // Bounds of the sizes of blocks and frames may be wider than necessary, and are still valid.
    const bytes = [...good.keys()].map((bit) => bit >> 3);
    expect(bytes.filter((byte) => byte < 8 || byte >= 18)).toEqual([]);
    for (const facts of good.values()) expect(facts).toEqual(tinyFacts);
  });
}

/** The frames of `small`: each of 16 samples has 45 bytes, the last of 8 has 29. */
function partsOfSmall(options: FlacOptions = {}): Buffer[] {
  const file = makeFlac({ ...small, ...options });
  return [0, 42, 87, 132, file.length].flatMap((end, index, ends) =>
    index === 0 ? [] : [file.subarray(ends[index - 1], end)],
  );
}

for (const [title, order] of [
  ["the first is missing", [0, 2, 3]],
  ["one between is missing", [0, 1, 3]],
  ["the last is missing", [0, 1, 2]],
  ["two have changed places", [0, 2, 1, 3]],
  ["the second stands in the place of the first", [0, 2, 2, 3]],
  ["one is there twice", [0, 1, 1, 2, 3]],
  ["the last is there twice", [0, 1, 2, 3, 3]],
  ["all are there twice", [0, 1, 2, 3, 1, 2, 3]],
] as const) {
  test(`frames that are each whole are refused where ${title}`, async () => {
    for (const options of [{}, { withoutMd5: true }, { withoutTotal: true }, { variable: true }]) {
      const parts = partsOfSmall(options);
      const joined = (indexes: readonly number[]) =>
        Buffer.concat(indexes.flatMap((index) => parts[index] ?? []));
      expect(await checkFlac(joined([0, 1, 2, 3]))).toEqual(smallFacts);
      expect((await checkFlac(joined(order))).ok).toBe(false);
    }
  });
}

test("where the last checksum ends with a zero, the file without it is cut", async () => {
  const files = Array.from({ length: 1200 }, (_, value) =>
    makeFlac({ channels: [[...ramp(20), value]], blockSize: 16 }),
  ).filter((whole) => whole.at(-1) === 0);
  expect(files.length).toBeGreaterThan(3);
  for (const whole of files) {
    expect(await checkFlac(whole)).toEqual({ ...smallFacts, totalSamples: 21 });
    expect((await checkFlac(Buffer.from(whole.subarray(0, -1)))).ok).toBe(false);
  }
});

test("silence is good, its frames being as small as frames can be", async () => {
  for (const count of [1, 16, 17, 1000]) {
    const channels = [Array.from({ length: count }, () => 0)];
    for (const options of [{}, { bits: 8 }, { channels: [...channels, ...channels] }]) {
      const checked = await checkFlac(makeFlac({ channels, blockSize: 16, ...options }));
      expect(checked).toMatchObject({ ok: true, totalSamples: count });
    }
  }
});

test("large blocks are good", async () => {
  const channels = [ramp(40_000), ramp(40_000).toReversed()];
  const checked = await checkFlac(makeFlac({ channels, bits: 24, blockSize: 16_384 }));
  expect(checked).toMatchObject({ ok: true, totalSamples: 40_000 });
});

/** Silence of eight channels in the largest blocks: some thirty bytes each. */
function silentFile(samples: number): Buffer {
  const silent = Array.from({ length: samples }, () => 0);
  return makeFlac({
    channels: Array.from({ length: 8 }, () => silent),
    blockSize: 65_535,
    bits: 8,
  });
}

test("a file whose bytes are far fewer than its samples is refused", async () => {
  expect(await reasonOf(silentFile(65_535))).toBe(
    "the recording has more than 2048 samples for each of its bytes",
  );
});

test("a recording has at most the samples of 24 hours of two channels at 48 kHz", () => {
  const halfDay = 12 * 3600 * 96_000;
  const format = { sampleRateHertz: 96_000, channels: 2 };
  expect(findLengthIssue(halfDay, format, 2 ** 28)).toBeNull();
  expect(findLengthIssue(halfDay + 1, format, 2 ** 28)).toBe(
    "the recording has more samples than 24 hours of two channels at 48 kHz",
  );
});

test("the check of a long recording leaves turns to others, and ends when it is aborted", async () => {
  const long = makeFlac({ channels: [ramp(1_100_000)], bits: 8, blockSize: 16_384 });
  const checked = { isDone: false };
  let turns = 0;
  const countTurns = () => {
    turns += 1;
    if (!checked.isDone) setImmediate(countTurns);
  };
  countTurns();
  const turnsOfBatches: number[] = [];
  const throwIfAborted = () => void turnsOfBatches.push(turns);
  const signal = Object.assign(new AbortController().signal, { throwIfAborted });
  const checking = checkFlac(long, signal).finally(() => {
    checked.isDone = true;
  });
  expect(await checking).toMatchObject({ ok: true, totalSamples: 1_100_000 });
  expect(turnsOfBatches.length).toBeGreaterThan(2);
  expect(new Set(turnsOfBatches).size).toBe(turnsOfBatches.length);
  const reason = new Error("stopped");
  await expect(checkFlac(long, AbortSignal.abort(reason))).rejects.toBe(reason);
});

const file = makeFlac(small);
const damaged = "the audio is damaged or cut off, somewhere from byte";
const silentDay = Array.from({ length: 86_401 }, () => 0);

/** The reason → what is refused for it. */
const refused: Readonly<Record<string, Readonly<Record<string, Buffer>>>> = {
  "the file is empty": { "an empty file": Buffer.alloc(0) },
  "the file is not FLAC: it does not begin with fLaC": {
    "a text": Buffer.from("hello"),
    "a WAV file": Buffer.from("RIFF\u0024\u0000\u0000\u0000WAVEfmt "),
    "an MP3 file": Buffer.from([0xff, 0xfb, 0x90, 0x64, 0, 0]),
    "an Ogg file": Buffer.concat([Buffer.from("OggS"), file]),
    "an ID3 tag before": Buffer.concat([Buffer.from("ID3\u0004\0\0\0\0\0\0"), file]),
  },
  "the file ends within its metadata": {
    "nothing but the marker": Buffer.from("fLaC"),
    "a later block longer than the file": makeFlac({ metadata: [[1, Buffer.alloc(9)]] }).subarray(
      0,
      50,
    ),
  },
  "the file has no audio": {
    "nothing but metadata": file.subarray(0, 42),
    "no audio": makeFlac({ channels: [[]], withoutTotal: true }),
  },
  "the metadata does not begin with one STREAMINFO block, or is damaged": {
    "metadata longer than the file": Buffer.from("fLaC\u0004\u007f\u007f\u007f", "latin1"),
    "a second STREAMINFO": makeFlac({ metadata: [[0, file.subarray(8, 42)]] }),
    "a forbidden block": makeFlac({ metadata: [[127, Buffer.alloc(4)]] }),
  },
  "the STREAMINFO block describes no audio": { "a rate of 0": makeFlac({ rate: 0, sparse: true }) },
  "the file has neither the number of its samples nor an MD5 that can be compared": {
    "neither count nor MD5": makeFlac({ withoutMd5: true, withoutTotal: true }),
    "no count, and an MD5 of 20 bits": makeFlac({ withoutTotal: true, bits: 20 }),
  },
  "its frames leave their sample rate or bits to STREAMINFO": {
    "frames that leave all to STREAMINFO": makeFlac({ withoutTotal: true, sparse: true }),
  },
  [`${damaged} 132 on`]: {
    "a byte behind the last frame": Buffer.concat([file, Buffer.from([1])]),
    "a file behind the file": Buffer.concat([file, file]),
  },
  "something follows the last frame": {
    "a zero behind the last frame, with which its CRC-16 is right": Buffer.concat([
      file,
      Buffer.alloc(1),
    ]),
  },
  [`${damaged} 42 on`]: {
    "zeros between two frames": Buffer.concat([
      file.subarray(0, 87),
      Buffer.alloc(3),
      file.subarray(87),
    ]),
    "a byte before the first frame": Buffer.concat([
      file.subarray(0, 42),
      Buffer.alloc(1),
      file.subarray(42),
    ]),
  },
  "samples of 14 bits cannot be checked, only those of 8, 12, 16, 20 and 24": {
    "bits that a frame has no code for": makeFlac({ bits: 14 }),
  },
  "the recording is longer than 24 hours": {
    "more than 24 hours": makeFlac({ channels: [silentDay], rate: 1, bits: 8, blockSize: 4096 }),
  },
  "the file is larger than 256 MiB": { "more than 256 MiB": Buffer.alloc(256 * 1024 * 1024 + 1) },
};

for (const [reason, contents] of Object.entries(refused)) {
  for (const [title, content] of Object.entries(contents)) {
    test(`what is no whole FLAC file is refused with the reason: ${title}`, async () => {
      expect(await reasonOf(content)).toBe(reason);
    });
  }
}

test("no number in a file is believed: 68 thousand million samples are refused at once", async () => {
  const claiming = Buffer.from(file);
  claiming.writeUInt8(claiming.readUInt8(21) | 0x0f, 21);
  claiming.writeUInt32BE(0xffff_ffff, 22);
  expect(await reasonOf(claiming)).toBe(
    "STREAMINFO states 68719476735 samples, and the file has 40",
  );
});

test("a file is good with one frame or many, the last of them full or not", async () => {
  for (const sampleRateHertz of [16_000, 24_000]) {
    for (const totalSamples of [1, 64, 65, 64 * 200]) {
      const flac = makeFlac({ channels: [ramp(totalSamples)], rate: sampleRateHertz });
      expect(await checkFlac(flac)).toEqual({ ...smallFacts, sampleRateHertz, totalSamples });
    }
  }
});

/** The path of an encoder's file, its rate and its number of samples. */
const encoded = [
  ["../../../src/demo/data/recordings/dog.flac", 16_000, 80_000],
  ["../../../../shared/data/forest/recordings/S4A03895_20190521T220000Z.flac", 22_000, 220_000],
] as const;

for (const [path, sampleRateHertz, totalSamples] of encoded) {
  test(`${basename(path)} is good, and refused where it is cut or a bit of it is flipped`, async () => {
    const recording = join(import.meta.dirname, path);
    test.skip(
      path.includes("shared") && !existsSync(recording),
      "../shared/data/forest is not there",
    );
    const real = readFileSync(recording);
    expect(await checkFlac(real)).toEqual({ ...smallFacts, sampleRateHertz, totalSamples });
    const good: string[] = [];
    const framesOffset = real.indexOf(Buffer.from([0xff, 0xf8]), 42);
    for (let part = 0; part < 10; part += 1) {
      const offset = Math.floor((real.length * part) / 10) + part;
      if ((await checkFlac(Buffer.from(real.subarray(0, offset)))).ok)
        good.push(`cut at ${offset}`);
      const flipped = Buffer.from(real);
      const byte = framesOffset + Math.floor(((real.length - framesOffset) * part) / 10) + part;
      flipped.writeUInt8(flipped.readUInt8(byte) ^ (1 << (part % 8)), byte);
      if ((await checkFlac(flipped)).ok) good.push(`flipped in ${byte}`);
    }
    expect(good).toEqual([]);
  });
}
