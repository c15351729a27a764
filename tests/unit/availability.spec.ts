import { expect, test } from "../support/expect.ts";
import { createAvailability, listedGaps } from "../../src/acoustics/aggregates/availability.ts";
import { tableOf } from "../support/table.ts";
import { columnsOf, type SampleRow } from "./sample-columns.ts";

/** The availability of samples in a range of an hour, at an interval of 300 s. */
function availabilityOf(rows: readonly SampleRow[], last = 3599) {
  const { open, finish } = createAvailability(
    { first: 0, last },
    { seconds: 300, source: "declared", agrees: true },
  );
  const add = open(columnsOf(rows));
  for (const index of rows.keys()) add(index);
  return finish();
}

const everyFiveMinutes = Array.from({ length: 12 }, (_, index) => `${index * 300}×300`).join(" ");
const wordsOf = (text: string) => text.split(" ").filter((word) => word !== "");

/** Samples as `start×duration` | gaps as `start-end`. */
const cases = tableOf(`
  without samples, all of a range is one gap | | 0-3600
  where samples follow each other, there is no gap | ${everyFiveMinutes} |
  the ends of the range are ends of gaps | 600×300 | 0-600 900-3600
  a gap is an interval long at least | 300×300 899×300 1499×300 1800×300 2100×1201 | 0-300 1199-1499
  a sample may last beyond the range | 0×300 300×300 3500×300 | 600-3500
`);

for (const [title, samples = "", gaps = ""] of cases) {
  test(`Of availability, ${title}`, () => {
    const rows = wordsOf(samples).map((text): SampleRow => {
      const [start = 0, duration = 0] = text.split("×").map(Number);
      return [start, duration];
    });
    const found = availabilityOf(rows);
    expect(found.gaps.map(({ start, end }) => `${start}-${end}`)).toEqual(wordsOf(gaps));
    expect(found).toMatchObject({
      samples: rows.length,
      coveredSeconds: rows.reduce((seconds, [, duration]) => seconds + duration, 0),
      first: rows[0]?.[0] ?? null,
      last: rows.at(-1)?.[0] ?? null,
      gapCount: wordsOf(gaps).length,
    });
  });
}

test("A range that is shorter than the interval has no gap", () => {
  expect(availabilityOf([], 298).gapCount).toBe(0);
  expect(availabilityOf([], 299).gapCount).toBe(1);
});

test("All gaps are counted, and the first thousand listed", () => {
  const rows = Array.from({ length: 1200 }, (_, index): SampleRow => [300 + index * 400, 100]);
  const { gapCount, gaps } = availabilityOf(rows, 300 + 1199 * 400 + 99);
  expect([gapCount, gaps.length, listedGaps]).toEqual([1200, 1000, 1000]);
  expect(gaps.at(-1)).toEqual({ start: 399_600, end: 399_900 });
});
