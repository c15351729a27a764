import { selectSite } from "../../src/database/queries/sites/sites.ts";
import { formatIssue, parseSiteFile } from "../../src/ingest/site/site-file.ts";
import { tableOf } from "../support/table.ts";
import { appliedProject, expect, test, uniquePrefix } from "./acoustic.ts";

const worksDay = {
  id: "works-day",
  name: "Construction, working days",
  level: "LAeq",
  from: "07:00",
  to: "18:00",
  over: "window",
  limit: 65,
};

function parseCriteria(text: string) {
  const parsed = parseSiteFile(
    `project:\n  id: p\n  name: n\n  timezone: Europe/Dublin\n  sensors: [{ id: quay-1, name: Quay }]\n  criteria:\n${text}`,
    "f.yaml",
  );
  return parsed.ok ? parsed.site.criteria : parsed.issues.map(formatIssue);
}

const flow = (...criteria: object[]) => `    ${JSON.stringify(criteria)}`;

test("a criterion is read with all its members", () => {
  const text = `
    - id: works-day
      name: Construction, working days
      level: LAFmax
      days: [mon, holiday]
      from: "22:00"
      to: "24:00"
      over: { rolling: PT1H30M }
      limit: 65.25
      allowed: 2
      minCoverage: 0.5
      round: 0.1
      sensors: [quay-1]
      startAt: 2026-01-01
      endAt: 2026-01-01
      adjustments:
        - { name: Sensitive hours, days: [sat], from: "07:00", to: "08:00", add: 6 }
        - { name: Impulsive sound, add: -5.25 }`;
  const allDays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun", "holiday"];
  expect(parseCriteria(text)).toEqual([
    {
      id: "works-day",
      name: "Construction, working days",
      level: "LAFmax",
      days: ["mon", "holiday"],
      fromMinute: 1320,
      toMinute: 1440,
      over: { kind: "rolling", seconds: 5400 },
      limit: 6525,
      allowed: 2,
      minCoverage: 0.5,
      round: 10,
      sensors: ["quay-1"],
      startsOn: "2026-01-01",
      endsOn: "2026-01-01",
      adjustments: [
        { name: "Sensitive hours", days: ["sat"], fromMinute: 420, toMinute: 480, add: 600 },
        { name: "Impulsive sound", days: allDays, fromMinute: null, toMinute: null, add: -525 },
      ],
    },
  ]);
});

test("what a criterion leaves out has the defaults of the contract", () => {
  expect(parseCriteria(flow(worksDay))).toEqual([
    {
      id: "works-day",
      name: "Construction, working days",
      level: "LAeq",
      days: ["mon", "tue", "wed", "thu", "fri", "sat", "sun", "holiday"],
      fromMinute: 420,
      toMinute: 1080,
      over: { kind: "window" },
      limit: 6500,
      allowed: 0,
      minCoverage: 0.75,
      round: 1,
      sensors: null,
      startsOn: null,
      endsOn: null,
      adjustments: [],
    },
  ]);
});

test("blocks have a length of a second to a day", () => {
  for (const [length, seconds] of [
    ["PT1S", 1],
    ["PT30S", 30],
    ["PT15M", 900],
    ["PT90M", 5400],
    ["PT24H", 86_400],
  ] as const) {
    const [criterion] = parseCriteria(flow({ ...worksDay, over: { block: length } }));
    expect(criterion).toMatchObject({ over: { kind: "block", seconds } });
  }
});

const field = "f.yaml:7: project.criteria[0]";
const levelMessage = "must be a level from -20 to 200 dB with at most two decimals";
const roundMessage = "must be 0.01, 0.1 or 1";
const addMessage = "must be from -30 to 30 dB with at most two decimals";

/** Members of a criterion as JSON | its issues. A member that is null is missing. */
const refused = tableOf(`
  {"limits": 5} | .limits: is an unknown member
  {"id": "works day"} | .id: must be 1 to 64 letters, digits, '-' or '_', beginning with a letter or digit
  {"name": null} | .name: is required
  {"level": null} | .level: must be one of LAeq, LCeq, LZeq, LAFmax, LCpeak
  {"level": "LA90"} | .level: must be one of LAeq, LCeq, LZeq, LAFmax, LCpeak
  {"days": []} | .days: names no day
  {"days": ["monday"]} | .days[0]: must be one of mon, tue, wed, thu, fri, sat, sun, holiday
  {"from": null} | .from: is required
  {"from": "24:00"} | .from: must be a clock time "HH:mm" from "00:00" to "23:59"
  {"over": null} | .over: is required
  {"limit": null} | .limit: is required
  {"limit": 65.005} | .limit: ${levelMessage}
  {"limit": 200.01} | .limit: ${levelMessage}
  {"allowed": 0.5} | .allowed: must be a whole number from 0 to 100000
  {"allowed": -1} | .allowed: must be a whole number from 0 to 100000
  {"minCoverage": 1.1} | .minCoverage: must be from 0 to 1
  {"round": 0.5} | .round: ${roundMessage}
  {"sensors": []} | .sensors: names no sensor
  {"sensors": ["a", "a"]} | .sensors[1]: occurs a second time
  {"startAt": "2026-02-30"} | .startAt: must be a date of the calendar, for example 2019-03-18
  {"startAt": "2026-02-02", "endAt": "2026-02-01", "round": 2} | .round: ${roundMessage} | .endAt: must not be before startAt
  {"adjustments": [{"name": "a", "to": "07:00", "add": 1}]} | .adjustments[0].to: needs from beside it
  {"adjustments": [{"name": "a", "add": 30.01}]} | .adjustments[0].add: ${addMessage}
  {"adjustments": [{"name": "a", "add": -31}]} | .adjustments[0].add: ${addMessage}
  {"adjustments": [{"name": "a"}]} | .adjustments[0].add: is required
`);
const tooMany = { adjustments: Array.from({ length: 21 }, () => ({ name: "a", add: 1 })) };
refused.push([JSON.stringify(tooMany), ".adjustments: must have at most 20 entries, and has 21"]);
const overMessage = "must be window, sample, { block: PT15M } or { rolling: PT1H }";
refused.push(['{"over": {"block": 900}}', `.over.block: ${overMessage}`]);
for (const over of [
  "day",
  5,
  ["window"],
  {},
  { block: "PT1H", rolling: "PT1H" },
  { daily: "PT1H" },
]) {
  refused.push([JSON.stringify({ over }), `.over: ${overMessage}`]);
}
for (const length of ["PT0S", "PT", "PT0.5S", "P1D", "PT24H1S"]) {
  const issue =
    "must be a length in whole seconds from 1 second to 24 hours, for example PT30S, PT15M or PT1H";
  refused.push([`{"over": {"block": "${length}"}}`, `.over.block: ${issue}`]);
}

for (const [members = "", ...issues] of refused) {
  test(`refused in a criterion: ${members.slice(0, 70)}`, () => {
    const criterion = { ...worksDay, ...(JSON.parse(members) as object) };
    expect(parseCriteria(flow(criterion))).toEqual(issues.map((issue) => `${field}${issue}`));
  });
}

test("levels are refused for their third decimal as it is written", () => {
  const text = `
    - { id: a, name: n, level: LAeq, from: "07:00", to: "18:00", over: sample, limit: 70.10000000000000001,
        adjustments: [{ name: n, add: 5.0000000000000000001 }] }`;
  expect(parseCriteria(text)).toEqual([
    `f.yaml:8: project.criteria[0].limit: ${levelMessage}`,
    `f.yaml:9: project.criteria[0].adjustments[0].add: ${addMessage}`,
  ]);
});

test("criteria have ids of their own, and are 50 at most", () => {
  expect(parseCriteria(flow(worksDay, worksDay))).toEqual([
    "f.yaml:7: project.criteria[1].id: occurs a second time",
  ]);
  const many = Array.from({ length: 51 }, (_, index) => ({ ...worksDay, id: `c${index}` }));
  expect(parseCriteria(flow(...many))).toEqual([
    "f.yaml:6: project.criteria: must have at most 50 entries, and has 51",
  ]);
});

/** Applies a site with criteria, and returns what `apply --json` prints of it. */
function siteFile(id: string, criteria: readonly object[], sensors = [`${id}-1`]): string {
  return JSON.stringify({
    project: {
      id,
      name: "Harbour",
      timezone: "Europe/Dublin",
      sensors: sensors.map((sensorId) => ({ id: sensorId, name: "Quay" })),
      criteria,
    },
  });
}

test("apply stores criteria, prints the paths of their changes, and export writes them", async ({
  acoustic,
  folder,
  database: { db },
}) => {
  const id = uniquePrefix();
  const apply = async (...criteria: object[]) => {
    const file = await folder.write("site.yaml", siteFile(id, criteria));
    const run = await acoustic(["apply", file, "--json"]);
    expect(run).toMatchObject({ code: 0, stderr: "" });
    const project = appliedProject(run);
    return { changed: project?.changed, changes: project?.changes };
  };
  const night = { ...worksDay, id: "night", from: "22:00", to: "06:00", over: { block: "PT15M" } };
  expect((await apply(worksDay)).changed).toEqual(
    expect.arrayContaining(["criteria.works-day", `sensors.${id}-1`]),
  );
  const unchanged = { changed: [], changes: [] };
  expect(await apply({ ...worksDay, allowed: 0, minCoverage: 0.75, round: 0.01 })).toEqual(
    unchanged,
  );
  expect(await apply({ ...worksDay, limit: 60, sensors: [`${id}-1`] }, night)).toEqual({
    changed: ["criteria.works-day.limit", "criteria.works-day.sensors", "criteria.night"],
    changes: [
      { path: "criteria.works-day.limit", old: 65, new: 60 },
      { path: "criteria.works-day.sensors", old: null, new: [`${id}-1`] },
      {
        path: "criteria.night",
        old: null,
        new: expect.objectContaining({ over: { block: "PT15M" } }),
      },
    ],
  });
  const adjusted = { ...night, adjustments: [{ name: "Tones", add: 3 }] };
  expect(await apply(adjusted, { ...worksDay, limit: 60, sensors: [`${id}-1`] })).toEqual({
    changed: ["criteria", "criteria.night.adjustments"],
    changes: [
      { path: "criteria", old: ["works-day", "night"], new: ["night", "works-day"] },
      {
        path: "criteria.night.adjustments",
        old: null,
        new: [expect.objectContaining({ name: "Tones", add: 3 })],
      },
    ],
  });
  const exported = await acoustic(["export", "site", id]);
  expect(exported).toMatchObject({ code: 0, stderr: "" });
  const criterion = `  criteria:
    - id: night
      name: Construction, working days
      level: LAeq
      days: [ mon, tue, wed, thu, fri, sat, sun, holiday ]
      from: "22:00"
      to: "06:00"
      over: { block: PT15M }
      limit: 65
      allowed: 0
      minCoverage: 0.75
      round: 0.01
      adjustments:
        - { name: Tones, days: [ mon, tue, wed, thu, fri, sat, sun, holiday ], add: 3 }
`;
  expect(exported.stdout).toContain(criterion);
  expect(await apply(adjusted)).toMatchObject({ changed: ["criteria.works-day"] });
  expect((await selectSite(db, id))?.site).toMatchObject({
    criteria: [{ id: "night", limit: 6500 }],
  });
});

test("a criterion may name a sensor that is no longer listed, but none that the project has not", async ({
  acoustic,
  folder,
}) => {
  const id = uniquePrefix();
  const apply = async (sensors: readonly string[], listed: string[]) =>
    acoustic([
      "apply",
      await folder.write("s.yaml", siteFile(id, [{ ...worksDay, sensors }], listed)),
    ]);
  const unknown = await apply([`${id}-1`, "nowhere"], [`${id}-1`]);
  expect(unknown).toMatchObject({ code: 2, stdout: "" });
  expect(unknown.stderr).toBe(
    `${folder.path}/s.yaml:1: project.criteria[0].sensors[1]: the project ${id} has no sensor nowhere\n`,
  );
  expect(await apply([`${id}-1`], [`${id}-1`])).toMatchObject({ code: 0 });
  expect(await apply([`${id}-1`], [])).toMatchObject({ code: 0 });
});
