import fc from "fast-check";
import { expect, test } from "../../support/expect.ts";
import { placeNumbers } from "../../../src/dashboard/browser/views/report/place-numbers.ts";

const plan = { width: 640, height: 240 };
const scale = { left: 32, right: 320, top: 208, bottom: 240 };

test("a number stands to the right of its dot, else to the left, above, below", () => {
  const dots = [
    { x: 100, y: 100 },
    { x: 112, y: 100 },
    { x: 630, y: 100 },
  ];
  expect(placeNumbers(dots, plan, []).map(({ x, leader }) => [x, leader])).toEqual([
    [89, null],
    [123, null],
    [619, null],
  ]);
});

test("numbers of twelve dots at any places cover no dot and no other number; those further away have a line", () => {
  const place = fc.record({
    x: fc.integer({ min: 250, max: 330 }),
    y: fc.integer({ min: 80, max: 160 }),
  });
  fc.assert(
    fc.property(fc.array(place, { minLength: 2, maxLength: 12 }), (dots) => {
      const numbers = placeNumbers(dots, plan, [scale]);
      const widthOf = (index: number) => (index < 9 ? 8 : 16);
      for (const [index, number] of numbers.entries()) {
        const isOver = (x: number, y: number, width: number, height: number) =>
          Math.abs(number.x - x) < (widthOf(index) + width) / 2 - 0.001 &&
          Math.abs(number.y - y) < (12 + height) / 2 - 0.001;
        expect(dots.some(({ x, y }) => isOver(x, y, 8, 8))).toBe(false);
        expect(
          numbers.some(({ x, y }, other) => other !== index && isOver(x, y, widthOf(other), 12)),
        ).toBe(false);
        const dot = dots[index] ?? { x: 0, y: 0 };
        const distance = Math.hypot(number.x - dot.x, number.y - dot.y);
        expect(number.leader === null).toBe(distance < 20);
      }
    }),
  );
});
