import fc from "fast-check";
import { expect, test } from "../../support/expect.ts";
import { readSamples } from "../../../src/dashboard/browser/data/read-samples.ts";
import type { ask } from "../../../src/dashboard/browser/graphql/ask.ts";
import { neverAborted } from "../../../src/system/never-aborted.ts";

const place = { projectId: "p", sensorId: "s", weighting: "A" } as const;

test("every sample of a range comes once, oldest first, however dense the samples are", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 1500 }),
      fc.integer({ min: 1, max: 2000 }),
      fc.integer({ min: 1, max: 3600 }),
      fc.integer({ min: 1, max: 50 }),
      async (count, step, intervalSeconds, pageSize) => {
        const seconds = Array.from({ length: count }, (_, index) => 1000 + index * step);
        const range = { first: 1000 + step, last: 1000 + Math.max(1, count - 2) * step };
        const { data } = await readSamples(
          { ...place, ...range, intervalSeconds },
          neverAborted,
          serverOf(seconds, pageSize * 12),
        );
        expect(data?.map(({ second }) => second)).toEqual(
          seconds.filter((second) => second >= range.first && second <= range.last),
        );
      },
    ),
    { numRuns: 100 },
  );
});

test("thirty-one days of five-minute samples are five pages, side by side", async () => {
  const requests: unknown[] = [];
  const seconds = Array.from({ length: 8928 }, (_, index) => index * 300);
  const { data } = await readSamples(
    { ...place, first: 0, last: 8928 * 300 - 1, intervalSeconds: 300 },
    neverAborted,
    serverOf(seconds, 2000, requests),
  );
  expect(data).toHaveLength(8928);
  expect(requests).toHaveLength(5);
});

test("a page without an answer leaves its issue and no data", async () => {
  const issue = {
    message: "m",
    code: "FORBIDDEN",
    path: "measurements",
    requiredScopes: [],
    requestId: null,
  };
  const refused = (() =>
    Promise.resolve({ data: { measurements: null }, issues: [issue] })) as typeof ask;
  expect(await readSamples({ ...place, first: 0, last: 10 }, neverAborted, refused)).toEqual({
    data: null,
    issues: [issue],
  });
});

/** Answers pages as the server does: a cursor is the start of the next sample. */
function serverOf(seconds: readonly number[], pageSize: number, requests: unknown[] = []) {
  const answer = (_document: unknown, variables: Record<string, unknown>) => {
    requests.push(variables);
    const at = (name: string) => Date.parse(variables[name] as string) / 1000;
    const from = Math.max(at("first"), variables["cursor"] as number);
    const found = seconds.filter((second) => second >= from && second <= at("last"));
    const data = found.slice(0, pageSize).map((second) => ({
      id: `s.${second}`,
      datetime: new Date(second * 1000).toISOString(),
      classification: null,
    }));
    const page = { data, cursor: found[pageSize] ?? null };
    return Promise.resolve({ data: { measurements: page }, issues: [] });
  };
  return answer as unknown as typeof ask;
}
