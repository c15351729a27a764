import { expect, test } from "playwright/test";
import { chunkBytes, releaseChunkMemory, takeChunkMemory } from "#audio/chunk-memory.ts";

test("memory is used again after a part of it was given back", () => {
  const chunk = takeChunkMemory();
  expect(chunk).toHaveLength(chunkBytes);
  releaseChunkMemory(chunk.subarray(0, 10));
  const next = takeChunkMemory();
  expect(next.buffer).toBe(chunk.buffer);
  expect(next).toHaveLength(chunkBytes);
});

test("memory in use is not given to another", () => {
  const memories = Array.from({ length: 100 }, () => takeChunkMemory().buffer);
  expect(new Set(memories).size).toBe(100);
});

test("memory that is given back twice has one user", () => {
  const chunk = takeChunkMemory();
  releaseChunkMemory(chunk);
  releaseChunkMemory(chunk);
  expect(takeChunkMemory().buffer).toBe(chunk.buffer);
  expect(takeChunkMemory().buffer).not.toBe(chunk.buffer);
});

test("other memory is never given out", () => {
  const other = Buffer.allocUnsafeSlow(chunkBytes);
  releaseChunkMemory(other);
  expect(takeChunkMemory().buffer).not.toBe(other.buffer);
});

test("at most 8 MB is kept", () => {
  const chunks = Array.from({ length: 100 }, takeChunkMemory);
  for (const chunk of chunks) releaseChunkMemory(chunk);
  const known = new Set(chunks.map(({ buffer }) => buffer));
  const again = Array.from({ length: 100 }, () => takeChunkMemory().buffer);
  expect(again.filter((buffer) => known.has(buffer))).toHaveLength((8 * 1024 * 1024) / chunkBytes);
});
