import { deliversAfterContract, sensorStateAt } from "../../src/acoustics/sensor-state.ts";
import { expect, test } from "../support/expect.ts";

const newest = Date.parse("2019-03-10T02:40:00Z") / 1000;
const at = (time: string) => Date.parse(`2019-03-10T${time}Z`) / 1000;
const sensor = { newest, intervalSeconds: 300, contractEnd: at("12:00:00"), sensorEnd: null };

test("a sensor is silent after three intervals without a sample", () => {
  expect(sensorStateAt(at("02:55:00"), sensor)).toBe("current");
  expect(sensorStateAt(at("02:55:01"), sensor)).toBe("silent");
  expect(sensorStateAt(at("02:55:01"), { ...sensor, intervalSeconds: 3600 })).toBe("current");
});

test("an interval that is not known counts as five minutes", () => {
  expect(sensorStateAt(at("02:55:00"), { ...sensor, intervalSeconds: null })).toBe("current");
  expect(sensorStateAt(at("02:55:01"), { ...sensor, intervalSeconds: null })).toBe("silent");
});

test("after its contract it has ended, whether or not it is silent", () => {
  expect(sensorStateAt(at("12:00:00"), sensor)).toBe("silent");
  expect(sensorStateAt(at("12:00:01"), sensor)).toBe("ended");
  expect(sensorStateAt(at("12:00:01"), { ...sensor, newest: at("12:00:00") })).toBe("ended");
  expect(sensorStateAt(at("12:00:01"), { ...sensor, contractEnd: null })).toBe("silent");
});

test("after its own end it has ended, though its contract goes on or is missing", () => {
  const retired = { ...sensor, sensorEnd: at("04:00:00") };
  for (const facts of [retired, { ...retired, contractEnd: null }]) {
    expect(sensorStateAt(at("02:55:00"), facts)).toBe("current");
    expect(sensorStateAt(at("04:00:00"), facts)).toBe("silent");
    expect(sensorStateAt(at("04:00:01"), facts)).toBe("ended");
  }
});

test("without a sample it has no data", () => {
  expect(sensorStateAt(at("12:00:01"), { ...sensor, newest: null })).toBe("no_data");
});

test("it delivers after its contract until its newest sample is a day old, or three intervals", () => {
  const ended = { newest: newest + 1, intervalSeconds: 300, contractEnd: newest, sensorEnd: null };
  const day = 86_400;
  const delivers = (now: number, facts = ended) => deliversAfterContract(now, facts);
  expect(delivers(newest + 1)).toBe(true);
  expect(delivers(newest + 1 + day)).toBe(true);
  expect(delivers(newest + 2 + day)).toBe(false);
  expect(delivers(newest + 1 + 3 * day, { ...ended, intervalSeconds: day })).toBe(true);
  expect(delivers(newest + 1, { ...ended, newest })).toBe(false);
  expect(deliversAfterContract(newest + 1, { ...ended, newest: null })).toBe(false);
  expect(deliversAfterContract(newest + 1, { ...ended, contractEnd: null })).toBe(false);
});
