import { expect, test } from "../../support/expect.ts";
import { type PackInput, python, recompute } from "./pack.ts";

test.skip(python === null, "python3 is not installed");

const exception = (hours: string, A: number) => {
  const [startAt, endAt] = hours.split("-").map((hour) => `2019-03-18T${hour}:00:00.000Z`);
  return { startAt, endAt, limit: { A } };
};

/** The sound is always 65 dB, once 66; half an hour each. So the limits are what differs. */
const quay: PackInput = {
  zone: "Europe/Dublin",
  intervalSeconds: 1800,
  holidays: ["2019-03-18"],
  limits: {
    default: { A: 40, Z: 30 },
    schedule: [
      { days: ["mon"], from: "00:00", to: "24:00", limit: { A: 50 } },
      { days: ["holiday"], from: "08:00", to: "12:00", limit: { C: 20 } },
      { days: ["holiday"], from: "09:00", to: "12:00", limit: { A: 45 } },
    ],
    exceptions: [exception("14-16", 58)],
  },
  sensorLimits: {
    default: { Z: 10 },
    schedule: [
      { days: ["mon", "tue"], from: "11:00", to: "13:00", limit: { A: 48 } },
      { days: ["sun"], from: "22:00", to: "06:00", limit: { A: 52 } },
    ],
    exceptions: [exception("14-15", 60)],
  },
  range: ["2019-03-18T00:00:00.000Z", "2019-03-25T23:59:59.000Z"],
  samples: [
    ...["05", "08", "09", "11", "12", "13", "14", "15", "16"].map((hour) => ({
      at: `2019-03-18T${hour}:00:00.000Z`,
      LAeq: hour === "14" ? 66 : 65,
    })),
    { at: "2019-03-19T09:00:00.000Z", LAeq: 65 },
    { at: "2019-03-19T11:00:00.000Z", LAeq: 65 },
    { at: "2019-03-25T09:00:00.000Z", LAeq: 65 },
  ],
};

/** An episode of half an hour: 10 lg 1800 is 32.55. */
const alone = (date: string, hour: string, limit: number, level = 65) =>
  `quay-1,${date}T${hour}:00:00.000Z,${date}T${hour}:30:00.000Z,1800,1,1800,${level},${(level + 32.55).toFixed(2)},${level - limit},${date}T${hour}:00:00.000Z,${level},,${limit},${limit},,,0,,false`;

test("the first limit that matches holds: exceptions, holidays, weekdays, defaults, and the sensor's before the project's", () => {
  const run = recompute({
    ...quay,
    episodes: [
      alone("2019-03-18", "05", 52), // the sensor's night that began on Sunday
      alone("2019-03-18", "08", 50), // Monday, though it is a holiday: the holiday's window has only C
      alone("2019-03-18", "09", 45), // the holiday before the weekday
      alone("2019-03-18", "11", 45), // the project's holiday before the sensor's weekday
      alone("2019-03-18", "12", 48), // the sensor's weekday before the project's
      alone("2019-03-18", "13", 50),
      alone("2019-03-18", "14", 60, 66), // the sensor's exception
      alone("2019-03-18", "15", 58), // the project's exception
      alone("2019-03-18", "16", 50),
      alone("2019-03-19", "09", 40), // the default
      alone("2019-03-19", "11", 48),
      alone("2019-03-25", "09", 50), // Monday, and no holiday
    ],
  });
  expect(run).toEqual({ code: 0, lines: ["12 lines compared, 0 differences"], error: "" });
});

test("an episode has the distance of each event to the limit of its own instant", () => {
  const joined =
    // Five of 65 dB and one of 66 dB, from 11:00 to 16:30.
    "quay-1,2019-03-18T11:00:00.000Z,2019-03-18T16:30:00.000Z,19800,6,10800,65.18,105.52,20,2019-03-18T11:00:00.000Z,66,,45,60,,,0,,false";
  const run = recompute({
    ...quay,
    range: ["2019-03-18T11:00:00.000Z", "2019-03-18T20:00:00.000Z"],
    joinSeconds: 1800,
    episodes: [joined],
  });
  expect(run).toEqual({ code: 0, lines: ["1 lines compared, 0 differences"], error: "" });
});
