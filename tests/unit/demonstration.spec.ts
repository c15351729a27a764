import { assert, constantFrom, integer, property } from "fast-check";
import { expect, test } from "playwright/test";
import { lisbonSite } from "#demo/lisbon-site.ts";
import { generateClassifications, urbanSounds } from "#demo/generate-classifications.ts";
import { type GeneratedLevels, generateSample } from "#demo/generate-sample.ts";
import { demonstrationSeconds, demonstrationSites } from "#demo/load-demonstration.ts";
import type { Instant } from "#acoustics/time/instant.ts";
import { evaluateLimit } from "#acoustics/limits/limit-at-instant.ts";
import type { LimitSource } from "#acoustics/limits/limit-rules.ts";
import { offsetAt } from "#acoustics/time/time-zone.ts";
import { wallClockOf } from "#acoustics/time/wall-clock.ts";
import { parseSiteFile } from "#ingest/site-file.ts";

const now = new Date("2026-03-20T10:02:30Z");
const instant = now.getTime() as Instant;
const meters = demonstrationSites(instant).flatMap(({ timeZone, sounds }) =>
  sounds.map(({ sensorId, profile }) => ({ sensorId, timeZone, profile })),
);

test("the levels of a generated sample keep the order of real ones, at every instant", () => {
  // Within a few years: finding a clock change of another year takes longer than the sample.
  const second = integer({ min: 5_800_000, max: 6_200_000 }).map((slot) => slot * 300);
  assert(
    property(constantFrom(...meters), second, ({ profile, timeZone }, start) => {
      const levels = generateSample(profile, timeZone, start);
      return levels === null || keepsOrder(levels);
    }),
    { numRuns: 5_000 },
  );
});

test("a sample depends on its sensor and second alone", () => {
  const seconds = demonstrationSeconds(now).slice(0, 300);
  for (const { profile, timeZone } of meters) {
    const generate = (second: number) => generateSample(profile, timeZone, second);
    const forwards = seconds.map(generate);
    expect(seconds.toReversed().map(generate).toReversed()).toEqual(forwards);
  }
});

test("samples cover the thirty days of whole intervals that are over at the time of loading", () => {
  for (const [text, last] of [
    ["2026-03-20T10:00:00Z", "2026-03-20T09:55:00Z"],
    ["2026-03-20T10:04:59.999Z", "2026-03-20T09:55:00Z"],
    ["2026-03-20T10:05:00Z", "2026-03-20T10:00:00Z"],
  ] as const) {
    const seconds = demonstrationSeconds(new Date(text));
    const end = Date.parse(last) / 1000;
    expect(seconds.length).toBe(8640);
    expect([seconds[0], seconds.at(-1)]).toEqual([end - 8639 * 300, end]);
    expect(seconds.every((second, index) => second === end - (8639 - index) * 300)).toBe(true);
  }
});

test("each sensor misses single samples and whole hours, and most of nothing else", () => {
  const found = meters.map(({ sensorId, profile, timeZone }) => {
    const off = demonstrationSeconds(now).map(
      (second) => generateSample(profile, timeZone, second) === null,
    );
    const missing = off.filter(Boolean).length;
    return {
      sensorId,
      few: missing > 50 && missing < 300,
      hours: /1{24}/.test(off.map(Number).join("")),
    };
  });
  expect(found).toEqual(meters.map(({ sensorId }) => ({ sensorId, few: true, hours: true })));
});

test("an urban street has about 65 dB(A) by day and 50 by night, a weekend is quieter", () => {
  const street = meters.find(({ sensorId }) => sensorId === "demo-lisbon-street");
  const levels = demonstrationSeconds(now).flatMap((second) => {
    if (street === undefined) return [];
    const { LAeq = null } = generateSample(street.profile, street.timeZone, second) ?? {};
    const at = (second * 1000) as Instant;
    const { day, millisecond } = wallClockOf(at, offsetAt(street.timeZone, at));
    const weekend = (day + 3) % 7 >= 5;
    return LAeq === null ? [] : [{ LAeq, hour: Math.floor(millisecond / 3_600_000), weekend }];
  });
  const mean = (wanted: (sample: (typeof levels)[number]) => boolean) =>
    energyMean(levels.filter(wanted).map(({ LAeq }) => LAeq));
  const day = mean(({ hour }) => hour >= 7 && hour < 19);
  const night = mean(({ hour }) => hour >= 23 || hour < 7);
  expect([day > 63 && day < 67, night > 48 && night < 53]).toEqual([true, true]);
  const weekday = mean(({ hour, weekend }) => !weekend && hour >= 7 && hour < 10);
  const weekend = mean(({ hour, weekend: free }) => free && hour >= 7 && hour < 10);
  expect(weekday - weekend).toBeGreaterThan(4);
});

test("the sites are valid, say that they are generated, and lie in two zones", () => {
  const sites = demonstrationSites(instant).map(({ project }) => {
    const parsed = parseSiteFile(JSON.stringify({ project }), project.id);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
    return parsed.site;
  });
  expect(new Set(sites.map(({ timeZone }) => timeZone)).size).toBe(2);
  expect(sites.flatMap(({ sensors }) => sensors).length).toBeGreaterThanOrEqual(6);
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

test("a contract cuts into the samples, and every kind of limit holds at some of them", () => {
  // The weekday of loading must not matter: the holiday and the exception move with it.
  for (let day = 0; day < 7; day += 1) {
    const at = (instant + day * 86_400_000) as Instant;
    const seconds = demonstrationSeconds(new Date(at));
    const parsed = parseSiteFile(JSON.stringify({ project: lisbonSite(at).project }), "");
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
    const { contract, timeZone, holidays, limits, sensors } = parsed.site;
    const before = seconds.filter((second) => second * 1000 < (contract?.startAt ?? 0)).length;
    expect([before > 0, before < seconds.length / 2]).toEqual([true, true]);
    const sources = new Set<LimitSource>();
    for (const sensor of sensors) {
      const schedule = {
        timeZone,
        holidays: new Set(holidays.map(({ date }) => date)),
        sensor: sensor.limits,
        project: limits,
      };
      for (const second of seconds) {
        sources.add(evaluateLimit(schedule, "A", (second * 1000) as Instant).limitSource);
      }
    }
    expect([...sources].toSorted()).toEqual([
      "project_default",
      "project_exception",
      "project_holiday",
      "project_schedule",
      "sensor_default",
      "sensor_schedule",
    ]);
  }
});

test("a model hears each of its eight labels, in the louder samples alone and seldom two", () => {
  const heard = meters.flatMap(({ profile, timeZone }) =>
    demonstrationSeconds(now).flatMap((second) => {
      const levels = generateSample(profile, timeZone, second);
      if (levels === null) return [];
      const found = generateClassifications(profile, timeZone, second, levels);
      return [{ found, LAeq: levels.LAeq ?? 0 }];
    }),
  );
  const all = heard.flatMap(({ found }) => found);
  expect([...new Set(all.map(({ label }) => label))].toSorted()).toEqual(urbanSounds.toSorted());
  const odd = all.filter(
    ({ confidence }) =>
      !(confidence >= 0 && confidence <= 1) || confidence !== Number(confidence.toFixed(2)),
  );
  expect(odd).toEqual([]);
  const share = (count: number, of: number) => Math.round((10 * count) / of) / 10;
  const classified = heard.filter(({ found }) => found.length > 0);
  expect(share(classified.length, heard.length)).toBe(0.2);
  const two = classified.filter(({ found }) => found[0]?.label !== found.at(-1)?.label);
  expect(share(two.length, classified.length)).toBe(0.2);
  // A minimum of 0.5 or 0.6 leaves some of it out.
  const unsure = classified.filter(({ found }) => (found[0]?.confidence ?? 0) < 0.5);
  expect(share(unsure.length, classified.length)).toBeGreaterThanOrEqual(0.2);
  const mean = (samples: readonly { LAeq: number }[]) =>
    energyMean(samples.map(({ LAeq }) => LAeq));
  expect(mean(classified) - mean(heard)).toBeGreaterThan(3);
});

test("works are heard on working days, where there are works", () => {
  for (const { sensorId, profile, timeZone } of meters) {
    const working = new Set<boolean>();
    for (const second of demonstrationSeconds(now)) {
      const levels = generateSample(profile, timeZone, second);
      if (levels === null) continue;
      const found = generateClassifications(profile, timeZone, second, levels);
      if (!found.some(({ label }) => label === "powered-saw")) continue;
      const at = (second * 1000) as Instant;
      const { day, millisecond } = wallClockOf(at, offsetAt(timeZone, at));
      const hour = millisecond / 3_600_000;
      working.add((day + 3) % 7 < 5 && hour >= 8 && hour < 17);
    }
    expect([sensorId, ...working]).toEqual(profile.works > 0 ? [sensorId, true] : [sensorId]);
  }
});

/** Whether all that are reported can be stored, and hold the inequalities of one interval. */
function keepsOrder(levels: GeneratedLevels): boolean {
  const chains = [
    ["LAFmin", "LA90", "LA50", "LA10", "LAFmax", "LCpeak"],
    ["LAFmin", "LAeq", "LAFmax"],
    ["LAeq", "LCeq", "LZeq"],
  ] as const;
  return chains.every((chain) => {
    const reported = chain.flatMap((name) => levels[name] ?? []);
    return reported.every(
      (level, index) =>
        Number.isInteger(level) && level <= 20_000 && level >= (reported[index - 1] ?? -2_000),
    );
  });
}

/** In dB, of levels in hundredths. */
function energyMean(levels: readonly number[]): number {
  const energy = levels.reduce((sum, level) => sum + 10 ** (level / 1000), 0);
  return 10 * Math.log10(energy / levels.length);
}
