import { expect, test } from "../../support/expect.ts";
import {
  requestsOf,
  type WantedSeries,
} from "../../../src/dashboard/browser/views/overview/recent-series.ts";

const wanted = (sensor: string, newest: number, project = "p"): WantedSeries => ({
  project,
  sensor,
  newest,
  weighting: "A",
});

test("sensors of one project whose days are the same time share a request, in the order given", () => {
  const entries = [wanted("c", 300), wanted("a", 600), wanted("b", 300), wanted("d", 300, "q")];
  expect(requestsOf(entries).map((request) => request.map(({ sensor }) => sensor))).toEqual([
    ["c", "b"],
    ["a"],
    ["d"],
  ]);
});

test("a request has twenty sensors at most", () => {
  const entries = Array.from({ length: 45 }, (_, index) => wanted(`s${index}`, 300));
  const requests = requestsOf(entries);
  expect(requests.map(({ length }) => length)).toEqual([20, 20, 5]);
  expect(requests.flat()).toEqual(entries);
});
