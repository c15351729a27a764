import { expect, test } from "../../support/expect.ts";
import {
  endedWhileDelivering,
  type ListedSensor,
  matching,
  needingAttention,
} from "../../../src/dashboard/browser/views/overview/attention.ts";

const now = Date.parse("2019-03-20T12:00:00Z") / 1000;

function listed(
  name: string,
  kind: "above" | "within" | "silent",
  { over = 0, place = "Quay", newest = now - 300, contractEnd = "2019-03-31T22:59:59Z" } = {},
): ListedSensor {
  return {
    project: {
      id: place,
      name: place,
      description: null,
      timezone: "Europe/Dublin",
      classification: null,
      criteria: [],
      contract: { startAt: "2019-03-01T00:00:00Z", endAt: contractEnd },
      sensors: [],
    },
    status: {
      sensor: { id: name, name, serialNumber: null, model: null, endAt: null, location: null },
      newest: { second: newest, level: 60 + over, limit: 60, over },
      state: kind === "silent" ? { kind, since: newest + 300 } : { kind },
      interval: { seconds: 300, source: "declared" },
    },
  };
}

const names = (sensors: readonly ListedSensor[]) => sensors.map(({ status }) => status.sensor.name);

test("over all projects, the furthest above comes first, then the silent; others need no attention", () => {
  const sensors = [
    listed("b", "silent"),
    listed("c", "within"),
    listed("d", "above", { over: 2 }),
    listed("e", "above", { over: 7, place: "Harbour" }),
    listed("a", "silent", { place: "Harbour" }),
  ];
  expect(names(needingAttention(sensors))).toEqual(["e", "d", "a", "b"]);
});

test("a search finds each of its words in names of sensors and projects, and a figure leaves its own", () => {
  const sensors = [
    listed("Gate 1", "within", { place: "Harbour" }),
    listed("Gate 2", "above", { over: 1 }),
    listed("Roof", "silent", { place: "Harbour" }),
  ];
  const none = () => 0;
  expect(names(matching(sensors, null, "GATE har", none))).toEqual(["Gate 1"]);
  expect(names(matching(sensors, "above", "", none))).toEqual(["Gate 2"]);
  expect(names(matching(sensors, "silent", "gate", none))).toEqual([]);
  const count = ({ status }: ListedSensor) => ({ "Gate 1": 2, Roof: 5 })[status.sensor.name] ?? 0;
  expect(names(matching(sensors, "exceedances", "", count))).toEqual(["Roof", "Gate 1"]);
});

test("a search finds the id of a sensor by its beginning, and not by a digit inside it", () => {
  const [gate, roof] = [listed("Gate 1", "within"), listed("Roof", "within")];
  const withId = ({ project, status }: ListedSensor, id: string): ListedSensor => ({
    project,
    status: { ...status, sensor: { ...status.sensor, id } },
  });
  const sensors = [withId(gate, "9F21a-0b"), withId(roof, "7c11-9f")];
  const find = (text: string) => names(matching(sensors, null, text, () => 0));
  expect(find("9f21")).toEqual(["Gate 1"]);
  expect(find("1")).toEqual(["Gate 1"]);
  expect(find("9f")).toEqual(["Gate 1"]);
});

test("a contract that ended within a week, with a sample of its last three intervals, may be forgotten", () => {
  const ended = (contractEnd: string, newest: string) => {
    const { project, status } = listed("a", "within", {
      contractEnd,
      newest: Date.parse(newest) / 1000,
    });
    return endedWhileDelivering(project, [status], now);
  };
  expect(ended("2019-03-19T23:59:59Z", "2019-03-19T23:55:00Z")).toBe(true);
  expect(ended("2019-03-19T23:59:59Z", "2019-03-19T23:44:59Z")).toBe(true);
  expect(ended("2019-03-19T23:59:59Z", "2019-03-19T23:44:58Z")).toBe(false);
  expect(ended("2019-03-13T11:59:59Z", "2019-03-13T11:55:00Z")).toBe(false);
  expect(ended("2019-03-31T22:59:59Z", "2019-03-20T11:55:00Z")).toBe(false);
});
