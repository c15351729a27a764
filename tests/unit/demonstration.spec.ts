import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "../support/expect.ts";
import { parseConfidence } from "../../src/acoustics/classification.ts";
import { parseLevel } from "../../src/acoustics/levels/decibel.ts";
import { levelNames } from "../../src/acoustics/levels/level-names.ts";
import { evaluateLimit } from "../../src/acoustics/limits/limit-at-instant.ts";
import { formatInstant, type Instant, instantOfSecond } from "../../src/acoustics/time/instant.ts";
import { offsetAt, type TimeZone } from "../../src/acoustics/time/time-zone.ts";
import { weekdays } from "../../src/acoustics/time/wall-clock.ts";
import { checkFlac } from "../../src/audio/check-flac.ts";
import { readDemonstration } from "../../src/demo/demonstration-data.ts";
import type { Site } from "../../src/ingest/site/site-file.ts";
import { packageFile } from "../../src/system/package-files.ts";
import { assess, calendarOf } from "./assessment/criteria.ts";

const folder = packageFile("src/demo/data");
const secondsOfDay = 24 * 3600;

/** At the end of its week. The last instant, because the tests behind the others use it, too. */
const sunday = "2026-03-22T23:57:00Z";

/** Instants of loading: the edges of a week, clock changes of both zones, a leap day, the end of a year. */
const instants = [
  "2026-03-16T00:00:00Z",
  // After a clock change in New York, in Lisbon, and in the hour that New York repeats.
  "2026-03-08T07:30:00Z",
  "2026-03-31T12:00:00Z",
  "2026-11-01T06:30:00Z",
  // Monday in Lisbon.
  "2026-04-05T23:01:00Z",
  "2024-02-29T12:00:00Z",
  "2027-01-01T00:03:00Z",
  sunday,
] as const;

/** One worker runs the whole file, because reading the demonstration is most of the time. */
test.describe.configure({ mode: "default" });

let latest: { instant: string; demonstration: ReturnType<typeof readDemonstration> } | undefined;

/** The demonstration at an instant. Only the latest is kept: each has 50,000 samples. */
function demonstrationAt(instant: string): ReturnType<typeof readDemonstration> {
  if (latest?.instant !== instant)
    latest = { instant, demonstration: readDemonstration(Date.parse(instant) as Instant) };
  return latest.demonstration;
}

/** The sites as their files declare them: in the week of the files nothing moves. */
let sitesOfFiles: readonly Site[] = [];

test.beforeAll(async () => {
  ({ sites: sitesOfFiles } = await demonstrationAt("2024-01-03T12:00:00Z"));
});

for (const text of instants) {
  test(`loaded at ${text}, it shows thirty days up to then, and all that happens in them`, async () => {
    const now = Date.parse(text) as Instant;
    const { sites, seconds, samples, classifications } = await demonstrationAt(text);

    const end = seconds.at(-1) ?? 0;
    expect([now - end * 1000 >= 300_000, now - end * 1000 < 600_000]).toEqual([true, true]);
    expect(seconds.every((second, index) => second === (seconds[0] ?? 0) + index * 300)).toBe(true);
    expect(seconds.length * 300).toBe(30 * secondsOfDay);
    expect(samples.every(({ second }, index) => second >= (samples[index - 1]?.second ?? 0))).toBe(
      true,
    );
    const keys = samples.map(({ sensorId, second }) => `${sensorId} ${second}`);
    expect(new Set(keys).size).toBe(keys.length);

    for (const site of sites) {
      expect(namedTimes(site)).toEqual(namedTimes(siteOfFiles(site.id)));
      for (const { id } of site.sensors) {
        const own = samples.filter(({ sensorId }) => sensorId === id);
        const isSilent = id === "demo-brooklyn-roof";
        const found = new Set(own.map(({ second }) => second));
        const missing = seconds.filter((second) => !found.has(second));
        const gap = missing.findIndex((second, index) => missing[index + 23] === second + 23 * 300);
        const schedule = scheduleOf(site, id);
        const exceedances = new Set(
          own.flatMap(({ second, levels }) => {
            const { limit } = evaluateLimit(schedule, "A", instantOfSecond(second));
            return limit !== null && (levels.LAeq ?? 0) > limit ? [second] : [];
          }),
        );
        const heard = classifications.filter(({ sensorId }) => sensorId === id);
        expect(heard.filter(({ second }) => !found.has(second))).toEqual([]);
        const recorded = heard.filter(({ recording }) => recording !== "");
        const inLastWeek = recorded.filter(({ second }) => second > end - 7 * secondsOfDay);
        expect({
          id,
          isSilent: end - (own.at(-1)?.second ?? 0) > secondsOfDay,
          hasGap: gap !== -1,
          isDense: own.length > seconds.length * (isSilent ? 0.6 : 0.9),
          exceeds: exceedances.size > 0,
          recorded: recorded.length > 0,
          lately: isSilent || inLastWeek.length > 0,
          // It falls silent on the Saturday before the week of loading, one to nine days before.
        }).toEqual({
          id,
          isSilent,
          hasGap: true,
          isDense: true,
          exceeds: true,
          recorded: true,
          lately: true,
        });
        if (id !== sites[0]?.sensors[0]?.id) continue;
        // The README's first request: the newest five events.
        const newest = new Set([...exceedances].slice(-5));
        expect(inLastWeek.some(({ second }) => newest.has(second))).toBe(true);
      }
    }

    // The contract of the first site cuts into the samples, and each kind of limit applies to some.
    const [lisbon] = sites;
    if (lisbon === undefined) throw new Error("There is no site");
    const before = seconds.filter((second) => second * 1000 < (lisbon.contract?.startAt ?? 0));
    expect([before.length > 0, before.length < seconds.length / 2]).toEqual([true, true]);
    const sources = lisbon.sensors.flatMap(({ id }) => {
      const schedule = scheduleOf(lisbon, id);
      // Each kind applies for an hour at least.
      const hours = seconds.filter((_, index) => index % 12 === 0);
      return hours.map(
        (second) => evaluateLimit(schedule, "A", instantOfSecond(second)).limitSource,
      );
    });
    expect([...new Set(sources)].toSorted().join(" ")).toBe(
      "project_default project_exception project_holiday project_schedule sensor_default sensor_schedule",
    );

    // The sounds of an exception are heard while it applies, and at no other time.
    for (const { limits, sensors } of sites) {
      const ids = new Set<string>(sensors.map(({ id }) => id));
      const odd = samples.filter(
        ({ sensorId, second, isException }) =>
          ids.has(sensorId) &&
          isException !==
            limits.exceptions.some(
              ({ startAt, endAt }) => startAt <= second * 1000 && second * 1000 < endAt,
            ),
      );
      expect(odd).toEqual([]);
    }
  });

  test(`loaded at ${text}, criteria of the demonstration were kept, exceeded and undecided last week`, async () => {
    const { sites, samples, exclusions, lastWeek } = await demonstrationAt(text);
    const [site] = sites;
    if (site === undefined) throw new Error("there is no site");
    const calendar = calendarOf(site.timeZone, ...site.holidays.map(({ date }) => date));
    const assessmentsOf = (criterionId: string, sensorId: string) => {
      const criterion = site.criteria.find(({ id }) => id === criterionId);
      if (criterion === undefined) throw new Error(`there is no criterion ${criterionId}`);
      const isExcluded = (second: number) =>
        exclusions.some(
          (each) => each.sensorId === sensorId && each.second <= second && second < each.end,
        );
      const own = samples
        .filter((sample) => sample.sensorId === sensorId)
        .map(({ second, levels }) => {
          const level = levels[criterion.level];
          return {
            second,
            duration: 300,
            level: level === undefined ? null : level / 100,
            isExcluded: isExcluded(second),
          };
        });
      const range = [`${lastWeek.monday}T00:00:00Z`, `${lastWeek.sunday}T23:59:59Z`] as const;
      return assess(criterion, calendar, range, own);
    };
    const verdictsOf = (criterionId: string, sensorId: string) =>
      assessmentsOf(criterionId, sensorId).map(({ verdict }) => verdict);

    const [kept, undecided] = ["kept", "undecided"];
    expect(site.criteria.map(({ id }) => id).join(" ")).toBe(
      "works-day night-quarters night-peaks",
    );
    // On Tuesday the gate measured nothing from 09:40 to 16:15, and Wednesday is a holiday.
    expect(verdictsOf("works-day", "demo-lisbon-gate")).toEqual([kept, undecided, kept, kept]);
    expect(verdictsOf("works-day", "demo-lisbon-street")).toEqual([kept, kept, kept, kept]);
    expect(verdictsOf("night-quarters", "demo-lisbon-street")).toContain("exceeded");
    expect(verdictsOf("night-quarters", "demo-lisbon-street")).toContain(kept);
    // On a Monday before 07:00, the night that began on Sunday is running.
    const peaks = verdictsOf("night-peaks", "demo-lisbon-street").slice(0, -1);
    expect(new Set(peaks)).toEqual(new Set([kept]));
    // On Thursday it thundered: 45 minutes are missing in the accounts of one verdict.
    expect(exclusions.map(({ reason }) => reason)).toEqual(["thunder"]);
    const accounts = assessmentsOf("works-day", "demo-lisbon-street");
    expect(accounts.map(({ excludedSeconds }) => excludedSeconds)).toEqual([0, 0, 2700, 0]);
  });
}

test("the same weekday differs from week to week", async () => {
  const { samples } = await demonstrationAt(sunday);
  const street = samples.filter(({ sensorId }) => sensorId === "demo-lisbon-street");
  const levels = new Map(street.map(({ second, levels: { LAeq } }) => [second, LAeq]));
  const week = 7 * secondsOfDay;
  const repeated = street.filter(
    ({ second, levels: { LAeq } }) => levels.get(second - week) === LAeq,
  );
  expect(repeated.length).toBeLessThan(street.length / 10);
});

test("the levels of each sample keep the order of real ones and can be stored", async () => {
  const { samples } = await demonstrationAt(sunday);
  const chains = [
    ["LAFmin", "LA90", "LA50", "LA10", "LAFmax", "LCpeak"],
    ["LAFmin", "LAeq", "LAFmax"],
    ["LAeq", "LCeq", "LZeq"],
  ] as const;
  const odd = samples.filter(({ levels }) =>
    chains.some((chain) => {
      const reported = chain.flatMap((name) => levels[name] ?? []);
      return reported.some(
        (level, index) =>
          !Number.isInteger(level) || level > 20_000 || level < (reported[index - 1] ?? -2_000),
      );
    }),
  );
  expect(odd).toEqual([]);
});

test("the sites say that they are generated, and lie in two zones", async () => {
  const { sites } = await demonstrationAt(sunday);
  expect(new Set(sites.map(({ timeZone }) => timeZone)).size).toBe(2);
  for (const { name, description, location, sensors } of sites) {
    expect(name).toContain("generated");
    expect(description).toContain("nothing here was measured");
    for (const sensor of sensors) {
      const north = (sensor.location?.latitude ?? 0) - (location?.latitude ?? 0);
      const east = (sensor.location?.longitude ?? 0) - (location?.longitude ?? 0);
      expect(Math.hypot(north, east)).toBeLessThan(0.01);
    }
  }
});

test("each cell of the tables can be read, and names what is there", async () => {
  const { sites } = await demonstrationAt(sunday);
  const sensors = sites.flatMap((site) => site.sensors.map(({ id }) => id as string)).toSorted();
  const days = new Set<string>([...weekdays, "exception"]);
  for (const kind of ["samples", "classifications"]) {
    expect(readdirSync(`${folder}/${kind}`).toSorted()).toEqual(sensors.map((id) => `${id}.csv`));
  }
  const recordings = readdirSync(`${folder}/recordings`);
  const odd: unknown[] = [];
  const used = new Set<string>();
  const labels = new Set<string>();
  for (const id of sensors) {
    const { header, rows } = readTable(`samples/${id}.csv`);
    expect(header.slice(0, 2)).toEqual(["day", "time"]);
    expect(levelNames).toEqual(expect.arrayContaining(header.slice(2)));
    const keys = new Set(rows.map(([day, time]) => `${day} ${time}`));
    expect(keys.size).toBe(rows.length);
    for (const [day = "", time = "", ...levels] of rows) {
      const isGood =
        days.has(day) &&
        /^(?:[01]\d|2[0-3]):[0-5][05]$/.test(time) &&
        levels.length === header.length - 2 &&
        levels.every((cell) => cell === "" || parseLevel(cell) !== null);
      if (!isGood) odd.push([id, day, time]);
    }
    expect(days).toEqual(new Set(rows.map(([day]) => day)));
    const heard = readTable(`classifications/${id}.csv`);
    expect(heard.header).toEqual(["day", "time", "label", "confidence", "recording"]);
    for (const [day, time, label = "", confidence = "", recording = ""] of heard.rows) {
      if (!keys.has(`${day} ${time}`) || parseConfidence(confidence) === null)
        odd.push([id, day, time]);
      labels.add(label);
      if (recording !== "") used.add(`${recording}.flac`);
    }
  }
  expect(odd).toEqual([]);
  expect([...used].toSorted()).toEqual(recordings.toSorted());
  // The coarse classes of the SONYC Urban Sound Tagging taxonomy.
  expect([...labels].toSorted().join(" ")).toBe(
    "alert-signal dog engine human-voice machinery-impact music non-machinery-impact powered-saw",
  );
});

test("the table of changes agrees with the holidays and exceptions of the site files", async () => {
  const { rows } = readTable("changes.csv");
  const projects = ["demo-lisbon", "demo-brooklyn"].map(siteOfFiles);
  const declared = projects.flatMap(({ id, timeZone, holidays, limits }) => [
    ...holidays.map(({ date }) => [id, `${date}T00:00`, `${nextDate(date)}T00:00`, "sun"]),
    ...limits.exceptions.map(({ startAt, endAt }) => [
      id,
      localIso(timeZone, startAt),
      localIso(timeZone, endAt),
      "exception",
    ]),
  ]);
  const ids = new Set<string>(projects.map(({ id }) => id));
  const ofProjects = rows.filter(([id = ""]) => ids.has(id));
  expect(ofProjects.map(String).toSorted()).toEqual(declared.map(String).toSorted());
  const sensors = new Set<string>(projects.flatMap((site) => site.sensors.map(({ id }) => id)));
  const others = rows.filter(([id = ""]) => !ids.has(id));
  expect(others.filter(([id = "", , , day]) => !sensors.has(id) || day !== "off")).toEqual([]);
});

test("each recording is a whole FLAC file, some seconds long", async () => {
  for (const name of readdirSync(`${folder}/recordings`)) {
    const checked = await checkFlac(readFileSync(`${folder}/recordings/${name}`));
    expect({ name, checked }).toEqual({
      name,
      checked: {
        ok: true,
        sampleRateHertz: 16_000,
        channels: 1,
        bitsPerSample: 16,
        totalSamples: 80_000,
      },
    });
  }
});

test("a later instant of the same week changes no sample that was there", async () => {
  const later = await demonstrationAt(sunday);
  const earlier = await demonstrationAt("2026-03-17T10:00:00Z");
  const from = later.seconds[0] ?? 0;
  const to = earlier.seconds.at(-1) ?? 0;
  assert.deepEqual(
    later.samples.filter(({ second }) => second <= to),
    earlier.samples.filter(({ second }) => second >= from),
  );
});

function siteOfFiles(id: string): Site {
  const site = sitesOfFiles.find((each) => each.id === id);
  if (site === undefined) throw new Error(`There is no site ${id}`);
  return site;
}

/** Weekday and local time of all that a site dates. */
function namedTimes({ timeZone, contract, holidays, limits }: Site) {
  return {
    contract: [contract?.startAt, contract?.endAt].map(
      (instant) => instant !== undefined && localTextOf(timeZone, instant),
    ),
    holidays: holidays.map(({ date }) =>
      localTextOf("UTC" as TimeZone, Date.parse(date) as Instant),
    ),
    exceptions: limits.exceptions.map(({ startAt, endAt }) => [
      localTextOf(timeZone, startAt),
      localTextOf(timeZone, endAt),
    ]),
  };
}

/** For example `mon 07:35`. */
function localTextOf(zone: TimeZone, instant: Instant): string {
  const local = new Date(instant + offsetAt(zone, instant));
  const weekday = weekdays[(local.getUTCDay() + 6) % 7];
  return `${weekday} ${local.toISOString().slice(11, 16)}`;
}

function localIso(zone: TimeZone, instant: Instant): string {
  return formatInstant((instant + offsetAt(zone, instant)) as Instant).slice(0, 16);
}

function nextDate(date: string): string {
  return new Date(Date.parse(date) + secondsOfDay * 1000).toISOString().slice(0, 10);
}

function scheduleOf({ timeZone, holidays, limits, sensors }: Site, sensorId: string) {
  const sensor = sensors.find(({ id }) => id === sensorId);
  if (sensor === undefined) throw new Error(`There is no sensor ${sensorId}`);
  const dates = new Map(holidays.map(({ date, name }) => [date, name]));
  return { timeZone, holidays: dates, sensor: sensor.limits, project: limits };
}

function readTable(name: string) {
  const lines = readFileSync(`${folder}/${name}`, "utf8").trimEnd().split("\n");
  const [header = [], ...rows] = lines.map((line) => line.split(","));
  return { header, rows };
}
