import { expect, test } from "../../support/expect.ts";
import { clusterPins } from "../../../src/dashboard/browser/views/project/cluster-pins.ts";

const pin = (x: number, isFirst = false) => ({ x, y: 0, isFirst });

test("pins that would cover each other are one, and those above their limit stand for the others", () => {
  expect(clusterPins([pin(0), pin(100)], 40)).toEqual([[0], [1]]);
  expect(clusterPins([pin(0), pin(39), pin(40)], 40)).toEqual([[0, 1], [2]]);
  expect(clusterPins([pin(0), pin(10, true), pin(20)], 40)).toEqual([[1, 0, 2]]);
  // Two above their limit at one place are one pin: it hides no pin that is within its own limit.
  expect(clusterPins([pin(5), pin(0, true), pin(0, true)], 40)).toEqual([[1, 2, 0]]);
});
