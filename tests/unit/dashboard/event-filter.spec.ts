import { expect, test } from "../../support/expect.ts";
import {
  choosesSensorsAlone,
  isFiltered,
  noFilter,
  parseFilter,
} from "../../../src/dashboard/browser/views/events/event-filter.ts";

const sensors = ["a", "b"];

test("an address names the filter of a list", () => {
  const parameters = {
    sensor: "b,a",
    label: "dog, barking",
    source: "sensor_schedule",
    minOver: "3.126",
    recording: "true",
  };
  expect(parseFilter(parameters, sensors)).toEqual({
    sensors: ["a", "b"],
    labels: ["dog, barking"],
    sources: ["sensor_schedule"],
    minOver: 3.13,
    withRecording: true,
  });
});

test("what an address has wrong does not filter", () => {
  for (const parameters of [
    {},
    { sensor: "c", label: "", source: "none", minOver: "-1", recording: "yes" },
    { sensor: "", source: "nonsense", minOver: "1e9" },
    { minOver: "0" },
    { minOver: "NaN" },
  ]) {
    const filter = parseFilter(parameters, sensors);
    expect(filter).toEqual(noFilter);
    expect(isFiltered(filter)).toBe(false);
  }
});

test("a filter of sensors lets all of their exceedances pass", () => {
  expect(choosesSensorsAlone(noFilter)).toBe(true);
  expect(choosesSensorsAlone({ ...noFilter, sensors: ["a"] })).toBe(true);
  expect(choosesSensorsAlone({ ...noFilter, sensors: ["a"], minOver: 1 })).toBe(false);
  expect(choosesSensorsAlone({ ...noFilter, labels: ["dog"] })).toBe(false);
});
