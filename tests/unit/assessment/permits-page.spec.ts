import { readFileSync } from "node:fs";
import { expect, test } from "playwright/test";
import { formatIssue, parseSiteFile, type Site } from "../../../src/ingest/site/site-file.ts";
import { assess, calendarOf, type Sample, series } from "./criteria.ts";

const page = readFileSync("docs/permits.md", "utf8");
const blocks = [...page.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text = ""]) => text);

test("every YAML block of the page is a valid site file", () => {
  expect(blocks).toHaveLength(4);
  for (const text of blocks) {
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

test("TA Lärm as the page writes it: a constant level is rated 1.93 dB higher, and the loudest hour counts", () => {
  const day = series("2026-03-02T05:00", [192, 300, 50]);
  expect(assessMonday("ta-laerm", "day", day)).toMatchObject({
    verdict: "kept",
    worst: { level: 5193 },
  });
  const night = series("2026-03-02T21:00", [12, 300, 39], [12, 300, 40.01], [72, 300, 30]);
  expect(assessMonday("ta-laerm", "night", night)).toMatchObject({
    verdict: "exceeded",
    referenceTimes: 8,
    exceeded: 1,
    worst: { level: 4001 },
  });
});

test("RD 1367/2007 as the page writes it: the example of annex IV is 56.82, rounded to 57", () => {
  const day = series("2026-03-02T06:00", [24, 300, 0], [72, 300, 50], [48, 300, 48]);
  expect(assessMonday("rd-1367", "day", day)).toMatchObject({
    verdict: "exceeded",
    worst: { level: 5700, over: 200 },
  });
});

/** The window of Monday 2026-03-02 of a criterion of the page. */
function assessMonday(projectId: string, criterionId: string, samples: readonly Sample[]) {
  const site = siteOf(projectId);
  const criterion = site.criteria.find(({ id }) => id === criterionId);
  if (criterion === undefined) throw new Error(`there is no criterion ${criterionId}`);
  const only = { ...criterion, startsOn: "2026-03-02", endsOn: "2026-03-02" };
  const calendar = calendarOf(site.timeZone, ...site.holidays.map(({ date }) => date));
  const [found] = assess(only, calendar, ["2026-03-01", "2026-03-04"], samples);
  if (found === undefined) throw new Error("there is no window");
  return found;
}

function siteOf(projectId: string): Site {
  for (const text of blocks) {
    const parsed = parseSiteFile(text, "permits.md");
    if (parsed.ok && parsed.site.id === projectId) return parsed.site;
  }
  throw new Error(`the page has no ${projectId}`);
}
