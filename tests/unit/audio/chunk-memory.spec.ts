import { expect, test } from "../../support/expect.ts";
import { chunkBytes, releaseChunk, acquireChunk } from "../../../src/audio/chunk-memory.ts";

test("the memory of a chunk is used again", () => {
  const chunk = acquireChunk();
  expect(chunk).toHaveLength(chunkBytes);
  releaseChunk(chunk);
  const next = acquireChunk();
  expect(next.buffer).toBe(chunk.buffer);
  expect(next).toHaveLength(chunkBytes);
});

test("chunks in use have different memory", () => {
  const memories = Array.from({ length: 100 }, () => acquireChunk().buffer);
  expect(new Set(memories).size).toBe(100);
});

test("a chunk that is given back twice has one next user", () => {
  const chunk = acquireChunk();
  releaseChunk(chunk);
  releaseChunk(chunk);
  const next = acquireChunk();
  expect(next.buffer).toBe(chunk.buffer);
  releaseChunk(chunk);
  expect(acquireChunk().buffer).not.toBe(next.buffer);
});

for (const [what, of] of [
  ["a part of a chunk", () => acquireChunk().subarray(1)],
  ["other memory", () => Buffer.allocUnsafeSlow(chunkBytes)],
] as const) {
  test(`${what} is not used again`, () => {
    const memory = of();
    releaseChunk(memory);
    expect(acquireChunk().buffer).not.toBe(memory.buffer);
  });
}

test("at most 8 MB is kept", () => {
  const chunks = Array.from({ length: 100 }, acquireChunk);
  for (const chunk of chunks) releaseChunk(chunk);
  const known = new Set(chunks.map(({ buffer }) => buffer));
  const again = Array.from({ length: 100 }, () => acquireChunk().buffer);
  expect(again.filter((buffer) => known.has(buffer))).toHaveLength((8 * 1024 * 1024) / chunkBytes);
});
