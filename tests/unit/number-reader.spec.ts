import { expect, test } from "../support/expect.ts";
import { createNumberReader } from "../../src/database/queries/samples/number-reader.ts";

function numbersOf(text: string): number[] {
  const numbers: number[] = [];
  const reader = createNumberReader(text);
  while (reader.hasMore()) numbers.push(reader.next());
  return numbers;
}

test("the numbers of rows are read in their order, with their signs", () => {
  expect(numbersOf("(1577836800,6512)(253402300799,-150)(-300,0)")).toEqual([
    1_577_836_800, 6512, 253_402_300_799, -150, -300, 0,
  ]);
});

test("an empty text has no numbers", () => {
  expect(numbersOf("")).toEqual([]);
});
