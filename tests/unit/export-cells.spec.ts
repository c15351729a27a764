import { expect, test } from "../support/expect.ts";
import { fractionCell } from "../../src/tables/cells.ts";

test("A fraction in CSV has four decimals, rounded once, halves up, as the exact fraction is", () => {
  // 6,156 s of a day are 0.07125, 83,916 are 0.97125; a double times 10,000 is 712.4999… of the first.
  expect(fractionCell(6156 / 86_400)).toBe(0.0713);
  expect(fractionCell(83_916 / 86_400)).toBe(0.9713);
  expect(fractionCell(6 / 40_000)).toBe(0.0002);
  expect(fractionCell(6155 / 86_400)).toBe(0.0712);
  expect(fractionCell(null)).toBeNull();
});

test("Of every whole number of seconds of a day, the cell is that of integers", () => {
  const daySeconds = 86_400;
  for (let seconds = 0; seconds <= daySeconds; seconds += 1) {
    const exact = Math.floor((2 * seconds * 10_000 + daySeconds) / (2 * daySeconds)) / 10_000;
    if (fractionCell(seconds / daySeconds) !== exact) {
      expect(fractionCell(seconds / daySeconds), `${seconds} s`).toBe(exact);
    }
  }
});
