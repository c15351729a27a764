import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "../../support/expect.ts";
import { formatIssue, parseSiteFile, type Site } from "../../../src/ingest/site/site-file.ts";
import { assess, calendarOf, type Sample, series } from "./criteria.ts";

const page = readFileSync("docs/permits.md", "utf8");
const names = readdirSync("docs/permits");
const files = names.map((name) => readFileSync(`docs/permits/${name}`, "utf8"));

test("the page links each file beside it, and each is a valid site file", () => {
  const links = [...page.matchAll(/\]\(permits\/([^)]+)\)/g)].map(([, name]) => name);
  expect(new Set(links)).toEqual(new Set(names));
  expect(files).toHaveLength(4);
  for (const text of files) {
    const parsed = parseSiteFile(text, "permits.md");
    expect(parsed.ok ? [] : parsed.issues.map(formatIssue)).toEqual([]);
  }
});

test("SI 2020/511 as the page writes it: LAeq,11h of a working day is at most 65 dB", () => {
  const at = (level: number) =>
    assessMonday("london-works", "weekday", series("2026-03-02T07:00", [132, 300, level]));
  expect(at(65)).toMatchObject({ verdict: "kept", worst: { level: 6500 } });
  expect(at(65.01)).toMatchObject({ verdict: "exceeded", worst: { over: 1 } });
});

test("SI 2020/511 as the page writes it: LAeq,5h of a Saturday is at most 65 dB, and other hours do not count", () => {
  const at = (level: number) => {
    const day = series("2026-03-07T07:00", [12, 300, 90], [60, 300, level], [12, 300, 90]);
    return assessDate("london-works", "saturday", "2026-03-07", day);
  };
  expect(at(65)).toMatchObject({ verdict: "kept", worst: { level: 6500, coverage: 1 } });
  expect(at(65.01)).toMatchObject({ verdict: "exceeded", worst: { over: 1 } });
});

test("Singapore as the page writes it: 75 dB is 100 % of the budget, 78 dB for six hours 99.76 %", () => {
  const during = (count: number, level: number) =>
    assessMonday("singapore-site", "day-12h", series("2026-03-01T23:00", [count, 300, level]));
  expect(during(144, 75)).toMatchObject({ verdict: "kept", budget: { used: 1 } });
  expect(during(72, 78).budget?.used.toFixed(4)).toBe("0.9976");
  const minutes = series("2026-03-01T23:00", [3, 300, 90], [1, 300, 90.01], [140, 300, 60]);
  expect(assessMonday("singapore-site", "day-5min", minutes)).toMatchObject({
    verdict: "exceeded",
    exceeded: 1,
  });
});

test("Singapore as the page writes it: five minutes of 76 dB exceed only on Sundays and public holidays", () => {
  const dates = { "2026-05-02": null, "2026-05-03": "exceeded", "2026-05-01": "exceeded" };
  for (const [date, verdict] of Object.entries(dates)) {
    const eve = new Date(Date.parse(date) - 3_600_000).toISOString().slice(0, 16);
    const day = series(eve, [1, 300, 76], [143, 300, 60]);
    const assessed = (id: string) => assessDates("singapore-site", id, date, day);
    expect(assessed("rest-day-5min").map((found) => found.verdict)).toEqual(
      verdict === null ? [] : [verdict],
    );
    expect(assessed("day-5min").map((found) => found.verdict)).toEqual(
      verdict === null ? ["kept"] : [],
    );
  }
});

test("TA Lärm as the page writes it: a constant level is rated 1.93 dB higher, and the loudest hour counts", () => {
  const day = series("2026-03-02T05:00", [192, 300, 50]);
  expect(assessMonday("ta-laerm", "day", day)).toMatchObject({
    verdict: "kept",
    worst: { level: 5193 },
  });
  const sunday = series("2026-03-08T05:00", [192, 300, 50]);
  expect(assessDate("ta-laerm", "day", "2026-03-08", sunday).worst?.level).toBe(5363);
  const night = series("2026-03-02T21:00", [12, 300, 39], [12, 300, 40.01], [72, 300, 30]);
  expect(assessMonday("ta-laerm", "night", night)).toMatchObject({
    verdict: "exceeded",
    referenceTimes: 8,
    exceeded: 1,
    worst: { level: 4001 },
  });
});

test("RD 1367/2007 as the page writes it: the day of the manual is 57 dB, and kept by an inspection", () => {
  const day = series("2026-03-02T06:00", [24, 300, 0], [72, 300, 50], [48, 300, 48]);
  expect(assessMonday("rd-1367", "day", day)).toMatchObject({
    verdict: "kept",
    worst: { level: 5700, over: -100 },
  });
  expect(assessMonday("rd-1367", "phases", day).worst).toMatchObject({ level: 5900, over: -100 });
  const louder = day.map((sample) => ({ ...sample, level: (sample.level ?? 0) + 2 }));
  expect(assessMonday("rd-1367", "day", louder).verdict).toBe("exceeded");
});

test("RD 1367/2007 as the page writes it: the evening of the manual is 51 dB", () => {
  const evening = series("2026-03-02T18:00", [24, 300, 48], [24, 300, 0]);
  expect(assessMonday("rd-1367", "evening", evening)).toMatchObject({
    verdict: "kept",
    worst: { level: 5100, over: -700 },
  });
  expect(assessMonday("rd-1367", "phases", evening).worst?.level).toBe(5400);
});

test("RD 1367/2007 as the page writes it: a night of 48 dB is kept, and a phase of 54 dB in it is not", () => {
  const night = series("2026-03-02T22:00", [24, 300, 51], [72, 300, 0]);
  expect(assessMonday("rd-1367", "night", night)).toMatchObject({
    verdict: "kept",
    worst: { level: 4800, over: 0 },
  });
  expect(assessMonday("rd-1367", "night-phases", night)).toMatchObject({
    verdict: "exceeded",
    exceeded: 24,
    worst: { level: 5400, over: 400 },
  });
});

/** The window of Monday 2026-03-02 of a criterion of the page. */
function assessMonday(projectId: string, criterionId: string, samples: readonly Sample[]) {
  return assessDate(projectId, criterionId, "2026-03-02", samples);
}

function assessDate(
  projectId: string,
  criterionId: string,
  date: string,
  samples: readonly Sample[],
) {
  const [found] = assessDates(projectId, criterionId, date, samples);
  if (found === undefined) throw new Error("there is no window");
  return found;
}

/** The window of a date of a criterion of the page; none where the criterion does not speak of the date. */
function assessDates(
  projectId: string,
  criterionId: string,
  date: string,
  samples: readonly Sample[],
) {
  const site = siteOf(projectId);
  const criterion = site.criteria.find(({ id }) => id === criterionId);
  if (criterion === undefined) throw new Error(`there is no criterion ${criterionId}`);
  const only = { ...criterion, startsOn: date, endsOn: date };
  const calendar = calendarOf(site.timeZone, ...site.holidays.map((holiday) => holiday.date));
  const dayAfter = (days: number) =>
    new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
  return assess(only, calendar, [dayAfter(-1), dayAfter(2)], samples);
}

function siteOf(projectId: string): Site {
  for (const text of files) {
    const parsed = parseSiteFile(text, "permits.md");
    if (parsed.ok && parsed.site.id === projectId) return parsed.site;
  }
  throw new Error(`the page has no ${projectId}`);
}
