import fc from "fast-check";
import { limitDays } from "../../src/acoustics/limits/limit-rules.ts";
import { selectSite } from "../../src/database/queries/sites/sites.ts";
import { applySites } from "../../src/ingest/site/apply-sites.ts";
import { parseSiteFile } from "../../src/ingest/site/site-file.ts";
import { formatSite } from "../../src/ingest/site/site-text.ts";
import { expect, refusal, test, uniquePrefix } from "./acoustic.ts";

const noControls = (text: string) => !/[\p{Cc}\p{Cs}]/u.test(text);
const line = fc
  .oneof(
    fc.string({ unit: "grapheme", maxLength: 40 }),
    fc.constantFrom(
      "null",
      "true",
      "12",
      "07:00",
      "2019-03-01",
      "- a",
      "a: b",
      "#x",
      " x ",
      "'",
      '"',
      "{a}",
      "~",
      "!x",
      "%",
      "\u2028",
      "\ufeffx",
    ),
  )
  .filter(noControls);
const title = line.filter((text) => text.trim() !== "");
const paragraph = fc.oneof(
  line,
  fc
    .array(fc.constantFrom("a", " ", "\n", "\r", "\t", "#", "- ", ": ", "é"), { maxLength: 30 })
    .map((parts) => parts.join("")),
);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const level = fc.integer({ min: -2000, max: 20_000 }).map((hundredths) => hundredths / 100);
const levels = fc
  .record({ A: maybe(level), C: maybe(level), Z: maybe(level) })
  .filter(({ A, C, Z }) => A !== undefined || C !== undefined || Z !== undefined);
const clock = fc
  .integer({ min: 0, max: 1439 })
  .map((minute) => new Date(minute * 60_000).toISOString().slice(11, 16));
const instant = fc.date({
  min: new Date("0001-01-02T00:00:00Z"),
  max: new Date("9999-12-30T00:00:00Z"),
  noInvalidDate: true,
});
const range = fc
  .uniqueArray(instant, { minLength: 2, maxLength: 2, selector: Number })
  .map((pair) => pair.map((date) => date.toISOString()).toSorted())
  .map(([startAt = "", endAt = ""]) => ({ startAt, endAt }));
const location = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});
const limits = fc.record({
  default: maybe(levels),
  schedule: fc.array(
    fc.record({
      days: fc.subarray([...limitDays], { minLength: 1 }),
      from: clock,
      to: fc.oneof(clock, fc.constant("24:00")),
      limit: levels,
    }),
    { maxLength: 3 },
  ),
  exceptions: fc.array(
    fc.tuple(range, levels, maybe(line)).map(([times, limit, name]) => ({ ...times, limit, name })),
    { maxLength: 3 },
  ),
});
const date = instant.map((day) => day.toISOString().slice(0, 10));
/** An ISO 8601 duration of whole years, months, weeks or days, some of which are none, but not all. */
const duration = fc
  .record({
    Y: maybe(fc.integer({ min: 0, max: 9999 })),
    M: maybe(fc.integer({ min: 0, max: 9999 })),
    W: maybe(fc.integer({ min: 0, max: 9999 })),
    D: maybe(fc.integer({ min: 0, max: 99_999 })),
  })
  .filter((parts) => Object.values(parts).some((count) => count !== undefined && count > 0))
  .map(
    (parts) =>
      `P${Object.entries(parts)
        .map(([unit, count]) => (count === undefined ? "" : `${count}${unit}`))
        .join("")}`,
  );
const days = fc.subarray([...limitDays], { minLength: 1 });
const length = fc
  .integer({ min: 1, max: 86_400 })
  .chain((seconds) =>
    fc.constantFrom(`PT${seconds}S`, `PT${Math.ceil(seconds / 60)}M`, `PT0H${seconds}S`),
  );
const adjustment = fc
  .record({
    name: title,
    days: maybe(days),
    clocks: maybe(fc.record({ from: clock, to: fc.oneof(clock, fc.constant("24:00")) })),
    add: fc.integer({ min: -3000, max: 3000 }).map((hundredths) => hundredths / 100),
  })
  .map(({ clocks, ...rest }) => ({ ...rest, ...clocks }));
const criterion = fc
  .record({
    id: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,9}$/),
    name: title,
    level: fc.constantFrom("LAeq", "LCeq", "LZeq", "LAFmax", "LCpeak"),
    days: maybe(days),
    from: clock,
    to: fc.oneof(clock, fc.constant("24:00")),
    over: fc.oneof(
      fc.constantFrom("window", "sample"),
      fc.record({ block: length }),
      fc.record({ rolling: length }),
    ),
    limit: level,
    allowed: maybe(fc.integer({ min: 0, max: 100_000 })),
    minCoverage: maybe(fc.double({ min: 0, max: 1, noNaN: true })),
    round: maybe(fc.constantFrom(0.01, 0.1, 1)),
    dates: maybe(fc.tuple(date, date).map((pair) => pair.toSorted())),
    adjustments: maybe(fc.array(adjustment, { maxLength: 3 })),
  })
  .map(({ dates, ...rest }) => ({ ...rest, startAt: dates?.[0], endAt: dates?.[1] }));
const project = fc.record({
  name: title,
  description: maybe(paragraph),
  permit: maybe(fc.record({ number: title, authority: maybe(line) })),
  timezone: fc.constantFrom("Europe/Dublin", "Pacific/Apia", "Etc/UTC", "America/St_Johns"),
  location: maybe(location),
  contract: maybe(fc.oneof(range, fc.constant({ startAt: "2019-03-01", endAt: "2019-03-31" }))),
  holidays: fc.uniqueArray(fc.record({ date, name: maybe(line) }), {
    maxLength: 4,
    selector: (holiday) => holiday.date,
  }),
  limits: maybe(limits),
  criteria: fc.uniqueArray(criterion, { maxLength: 3, selector: ({ id }) => id }),
  classification: maybe(
    fc.record({ model: title, minConfidence: fc.double({ min: 0, max: 1, noNaN: true }) }),
  ),
  intervalSeconds: maybe(fc.integer({ min: 1, max: 86_400 })),
  periods: maybe(
    fc
      .uniqueArray(clock, { minLength: 3, maxLength: 3 })
      .map((clocks) => clocks.toSorted())
      .map(([day, evening, night]) => ({ day, evening, night })),
  ),
  retention: maybe(fc.record({ samples: maybe(duration), recordings: maybe(duration) })),
  sensors: fc.array(
    fc.record({
      name: title,
      serialNumber: maybe(line),
      model: maybe(line),
      location: maybe(location),
      limits: maybe(limits),
      microphone: maybe(
        fc.record({
          height: maybe(fc.double({ min: 0, max: 1000, noNaN: true })),
          mounting: maybe(title),
        }),
      ),
      class: maybe(fc.constantFrom(1, 2)),
      calibrations: maybe(
        fc.array(fc.record({ date, level: maybe(level), note: maybe(line) }), { maxLength: 3 }),
      ),
      endAt: maybe(instant.map((end) => end.toISOString())),
      intervalSeconds: maybe(fc.integer({ min: 1, max: 86_400 })),
    }),
    { maxLength: 3 },
  ),
});

test("apply finds nothing to change in an exported site, and its export is the same text", async ({
  database: { db },
}) => {
  await fc.assert(
    fc.asyncProperty(project, async (members) => {
      const id = uniquePrefix();
      const sensors = members.sensors.map((sensor, index) => ({ id: `${id}-${index}`, ...sensor }));
      const declared = parseSiteFile(JSON.stringify({ project: { id, ...members, sensors } }), "f");
      if (!declared.ok) throw new Error(JSON.stringify(declared.issues));
      await applySites(db, [declared.site]);
      const stored = await selectSite(db, id);
      if (stored === null) throw new Error("it is not stored");
      const { text, issues } = formatSite(stored.site);
      expect(issues).toEqual([]);
      const parsed = parseSiteFile(text, "exported");
      if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
      expect(await applySites(db, [parsed.site])).toEqual([
        { id, created: false, changed: [], notListed: [] },
      ]);
      expect((await selectSite(db, id))?.version).toBe(1);
    }),
    { numRuns: 60 },
  );
});

test("a description of blank lines is exported as it is", async ({
  tenantOf,
  database: { db },
}) => {
  const { projectId } = await tenantOf({ site: { description: " \n" } });
  const stored = await selectSite(db, projectId);
  if (stored === null) throw new Error("it is not stored");
  expect(formatSite(stored.site).issues).toEqual([]);
});

test("export site prints a file that apply takes back", async ({ acoustic, folder, tenantOf }) => {
  const tenant = await tenantOf({ sensors: 2, site: { description: "Two\nlines: #1" } });
  const run = await acoustic(["export", "site", tenant.projectId]);
  expect(run).toMatchObject({ code: 0, stderr: "" });
  const file = `${folder.path}/site.yaml`;
  await acoustic(["export", "site", tenant.projectId, "--output", file]);
  expect(await folder.read("site.yaml")).toBe(run.stdout);
  const applied = await acoustic(["apply", file]);
  expect(applied.stdout).toBe(`${tenant.projectId}: nothing to change\n`);
});

test("what a site file cannot say is named, and ends with 1", async ({ acoustic, tenantOf }) => {
  const many = (digits: string) =>
    Array.from({ length: 5001 }, (_, index) => ({ id: `${digits}-${index}`, name: "S" }));
  const { projectId, apply } = await tenantOf();
  for (const half of ["a", "b"]) await apply({ sensors: many(`${projectId}-${half}`) });
  const run = await acoustic(["export", "site", projectId]);
  expect(run.code).toBe(1);
  expect(run.stdout).toContain(`id: ${projectId}\n`);
  expect(run.stderr).toMatch(
    new RegExp(
      `^${projectId}.yaml:\\d+: project.sensors: must have at most 10,000 entries, and has 10,003\n$`,
    ),
  );
});

test("export site prints the site as it was in force at an instant", async ({
  acoustic,
  tenantOf,
}) => {
  const { projectId, apply, dateVersions } = await tenantOf();
  const first = await acoustic(["export", "site", projectId]);
  await apply({ name: "Changed" });
  await dateVersions();
  const asOf = (text: string) => acoustic(["export", "site", projectId, "--as-of", text]);
  expect(await asOf("2001-01-01T00:00:00Z")).toEqual(first);
  expect(await asOf("2001-12-31T23:59:59.999Z")).toEqual(first);
  const second = await acoustic(["export", "site", projectId]);
  expect(second.stdout).toContain("name: Changed\n");
  expect(await asOf("2002-01-01")).toEqual(second);
  expect(await asOf("2000-12-31T23:59:59.999Z")).toEqual(
    refusal(`--as-of: the site of ${projectId} is known since 2001-01-01T00:00:00.000Z`),
  );
});
