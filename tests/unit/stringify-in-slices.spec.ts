import fc from "fast-check";
import { expect, test } from "playwright/test";
import { stringifyInSlices } from "#graphql/stringify-in-slices.ts";

const { signal } = new AbortController();

test("the text is that of JSON.stringify, for any value", async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 6 }), async (value) => {
      expect(String(await stringifyInSlices(value, signal))).toBe(JSON.stringify(value));
    }),
  );
});

test("the text is that of JSON.stringify, for pages of every size around the bounds of a piece", async () => {
  const record = { id: 'a"b\n', datetime: "2019-03-10T00:00:00.000Z", LAeq: 61.05, label: null };
  for (const count of [0, 1, 99, 100, 101, 999, 1000, 1001, 2000]) {
    const data = Array.from({ length: count }, () => record);
    const sensors = [
      { measurements: { data, cursor: null } },
      null,
      { measurements: { data: [] } },
    ];
    const value = { project: { sensors: [...sensors, ...sensors], empty: {} } };
    expect(String(await stringifyInSlices(value, signal))).toBe(JSON.stringify(value));
  }
});

test("a member that is left out is not there, in a small and in a large value", async () => {
  for (const count of [1, 2000]) {
    const value = {
      b: undefined,
      a: Array.from({ length: count }, (_, index) => index),
      c: undefined,
    };
    expect(String(await stringifyInSlices(value, signal))).toBe(JSON.stringify(value));
  }
});

test("an aborted request ends the work with its reason", async () => {
  const abort = new AbortController();
  const value = Array.from({ length: 200_000 }, (_, index) => ({ index }));
  const text = stringifyInSlices(value, abort.signal);
  abort.abort(new Error("nobody waits"));
  await expect(text).rejects.toThrow("nobody waits");
});
