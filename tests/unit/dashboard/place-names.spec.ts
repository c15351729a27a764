import { expect, test } from "../../support/expect.ts";
import { placeNames } from "../../../src/dashboard/browser/views/project/place-names.ts";

const map = { width: 400, height: 300 };
const pin = (x: number, y: number, nameWidth = 80) => ({ x, y, nameWidth });

test("a name stands below its pin", () => {
  expect(placeNames([pin(100, 100), pin(300, 200)], map)).toEqual(["below", "below"]);
});

test("a name that would cover another pin stands above its own", () => {
  expect(placeNames([pin(100, 100), pin(100, 140)], map)).toEqual(["above", "below"]);
});

test("a name that would be cut below stands above, and one without room is not shown", () => {
  expect(placeNames([pin(200, 290), pin(10, 150)], map)).toEqual(["above", null]);
});

test("names do not cover each other: the first has its room", () => {
  const pins = [pin(100, 100), pin(150, 100), pin(125, 20, 200)];
  expect(placeNames(pins, map)).toEqual(["below", "above", null]);
});

test("names do not cover the scale and the buttons", () => {
  const scale = { left: 0, top: 268, right: 120, bottom: 300 };
  expect(placeNames([pin(60, 236)], map, [scale])).toEqual(["above"]);
});

test("more than twelve pins have no names", () => {
  const pins = Array.from({ length: 13 }, (_, index) => pin(60 * (index % 6) + 40, 100, 10));
  expect(new Set(placeNames(pins, map))).toEqual(new Set([null]));
});
