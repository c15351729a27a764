import { test } from "playwright/test";
import { expect } from "../support/expect.ts";
import { formatIssue, parseSiteFile } from "../../src/ingest/site/site-file.ts";
import { dataSetNames, readDataSet, skipWithoutDataSet } from "../support/data-sets.ts";
import { tableOf } from "../support/table.ts";

const instant = (text: string) => Date.parse(text);

/** The issues of a file `f`. */
function issuesOf(text: string): string[] {
  const parsed = parseSiteFile(text, "f");
  return parsed.ok ? [] : parsed.issues.map(formatIssue);
}

const minimal = "{id: p, name: n, timezone: Etc/UTC";
const site = (members: string) => `project: {id: p, name: n, timezone: Europe/Dublin${members}}`;

test("a site file is read with all its members", () => {
  const text = `project:
  id: dublin-noise
  name: Dublin noise network
  description: Ambient sound monitoring
  permit: { number: 2019/114, authority: City }
  timezone: Europe/Dublin
  location: { latitude: 53.35, longitude: -6.26 }
  contract: { startAt: 2019-03-31, endAt: 2019-03-31 }
  holidays:
    - { date: 2019-03-18, name: Saint Patrick's Day (observed) }
    - { date: 2019-03-17 }
  limits:
    default: { A: 70 }
    schedule:
      - { days: [mon, fri], from: "07:00", to: 19:00, limit: { A: 65.25, C: 85 } }
      - { days: [sun, holiday], from: "00:00", to: "24:00", limit: { Z: -20 } }
    exceptions:
      - { name: Permit, startAt: 2019-03-20T22:00:00Z, endAt: 2019-03-21T05:00+01:00, limit: { A: 75 } }
  classification: { model: sonyc-ust-v2, minConfidence: 0.5 }
  intervalSeconds: 3600
  periods: { day: "06:00", evening: 18:00, night: "22:30" }
  retention: { samples: P5Y, recordings: P90D }
  sensors:
    - id: dublin-noise-2
      name: Bull Island
      serialNumber: "2"
      model: class 1
      location: { latitude: -90, longitude: 180 }
      limits: { default: { A: 60 } }
      intervalSeconds: 1
      endAt: 2019-03-31
      microphone: { height: 4, mounting: "façade, 1 m" }
      class: 1
      calibrations:
        - { date: 2019-03-02, level: 93.97, note: before }
        - { date: 2019-02-01 }
        - { date: 2019-03-02, level: 94, note: after }
    - { id: dublin-noise-3, name: Ballymun, microphone: {}, calibrations: [] }
`;
  expect(parseSiteFile(text, "site.yaml")).toEqual({
    ok: true,
    site: {
      id: "dublin-noise",
      name: "Dublin noise network",
      description: "Ambient sound monitoring",
      permit: { number: "2019/114", authority: "City" },
      timeZone: "Europe/Dublin",
      location: { latitude: 53.35, longitude: -6.26 },
      contract: {
        startAt: instant("2019-03-31T00:00:00.000Z"),
        endAt: instant("2019-03-31T22:59:59.000Z"),
      },
      holidays: [
        { date: "2019-03-18", name: "Saint Patrick's Day (observed)" },
        { date: "2019-03-17", name: null },
      ],
      limits: {
        default: { A: 7000, C: null, Z: null },
        windows: [
          {
            days: ["mon", "fri"],
            fromMinute: 420,
            toMinute: 1140,
            levels: { A: 6525, C: 8500, Z: null },
          },
          {
            days: ["sun", "holiday"],
            fromMinute: 0,
            toMinute: 1440,
            levels: { A: null, C: null, Z: -2000 },
          },
        ],
        exceptions: [
          {
            name: "Permit",
            startAt: instant("2019-03-20T22:00:00Z"),
            endAt: instant("2019-03-21T04:00:00Z"),
            levels: { A: 7500, C: null, Z: null },
          },
        ],
      },
      criteria: [],
      classification: { model: "sonyc-ust-v2", minConfidence: 0.5 },
      intervalSeconds: 3600,
      periods: { day: 360, evening: 1080, night: 1350 },
      retention: { samples: "P5Y", recordings: "P90D" },
      sensors: [
        {
          id: "dublin-noise-2",
          name: "Bull Island",
          serialNumber: "2",
          model: "class 1",
          location: { latitude: -90, longitude: 180 },
          limits: { default: { A: 6000, C: null, Z: null }, windows: [], exceptions: [] },
          intervalSeconds: 1,
          endAt: instant("2019-03-31T22:59:59.000Z"),
          position: { file: "site.yaml", line: 24, field: "project.sensors[0].id" },
          microphone: { height: 4, mounting: "façade, 1 m" },
          class: 1,
          calibrations: [
            { date: "2019-02-01", level: null, note: null },
            { date: "2019-03-02", level: 9397, note: "before" },
            { date: "2019-03-02", level: 9400, note: "after" },
          ],
        },
        {
          id: "dublin-noise-3",
          name: "Ballymun",
          serialNumber: null,
          model: null,
          location: null,
          limits: { default: null, windows: [], exceptions: [] },
          intervalSeconds: null,
          endAt: null,
          position: { file: "site.yaml", line: 38, field: "project.sensors[1].id" },
          microphone: null,
          class: null,
          calibrations: [],
        },
      ],
      position: { file: "site.yaml", line: 2, field: "project.id" },
      namedSensors: [],
    },
  });
});

test("what is left out, or null, is null or empty", () => {
  const least = parseSiteFile(`project: ${minimal}}`, "f");
  expect(least).toEqual({
    ok: true,
    site: {
      id: "p",
      name: "n",
      description: null,
      permit: null,
      timeZone: expect.stringMatching(/UTC$/),
      location: null,
      contract: null,
      holidays: [],
      limits: { default: null, windows: [], exceptions: [] },
      criteria: [],
      classification: null,
      intervalSeconds: null,
      periods: null,
      retention: null,
      sensors: [],
      position: { file: "f", line: 1, field: "project.id" },
      namedSensors: [],
    },
  });
  const nulls = parseSiteFile(
    `{"project":{"id":"p","name":"n","timezone":"Etc/UTC","description":null,"permit":null,"location":null,
      "contract":null,"holidays":null,"limits":null,"criteria":null,"classification":null,"intervalSeconds":null,"periods":null,"retention":{"samples":null},"sensors":null}}`,
    "f",
  );
  expect(nulls).toEqual(least);
});

test("a retention is a duration of whole days or more", () => {
  for (const wrong of ["P0D", "PT12H", "5Y", "-P1D"]) {
    expect(issuesOf(site(`, retention: { samples: ${wrong} }`)), wrong).toEqual([
      "f:1: project.retention.samples: must be an ISO 8601 duration of whole years, months, weeks or days, for example P5Y or P90D",
    ]);
  }
  expect(parseSiteFile(site(", retention: { recordings: P2W }"), "f")).toMatchObject({
    site: { retention: { samples: null, recordings: "P2W" } },
  });
});

test("all issues of a file are reported together, each with its line and member", () => {
  const text = `project:
  id: -x
  name: 12
  timezone: Mars/Phobos
  timeZone: Etc/UTC
  contract:
    startAt: 2019-04-01
    endAt: 2019-02-30
  limits:
    default: {A: "65", B: 3, C: 65.005}
    schedule:
      - days: [mon, funday]
        from: 7:00
        to: 24:01
        limit: {}
      - 5
    exceptions:
      - startAt: 2019-01-01
        endAt: 2019-01-01T00:00
        limit: {A: 200.01}
      - startAt: 2019-01-01T00:00Z
        endAt: 2019-01-01T00:00Z
  holidays: [{date: 2019-13-01}, {date: 2019-12-01}, {date: 2019-12-01, name: 5}]
  location: {latitude: 91}
  classification: {minConfidence: 2}
  sensors:
    - {id: a, name: ''}
    - {id: a}
    - 7
other: 1
`;
  expect(issuesOf(text)).toEqual([
    "f:2: project.id: must be 1 to 64 letters, digits, '-' or '_', beginning with a letter or digit",
    "f:3: project.name: must be text: put it in quotes",
    "f:4: project.timezone: must be an IANA time zone, for example Europe/Dublin",
    "f:5: project.timeZone: is an unknown member",
    "f:8: project.contract.endAt: must be a date, or an instant with its zone, for example 2019-03-01 or 2019-03-01T00:00:00Z",
    "f:10: project.limits.default.A: must be a number, without quotes",
    "f:10: project.limits.default.C: must be a level from -20 to 200 dB with at most two decimals",
    "f:10: project.limits.default.B: is an unknown member",
    "f:12: project.limits.schedule[0].days[1]: must be one of mon, tue, wed, thu, fri, sat, sun, holiday",
    'f:13: project.limits.schedule[0].from: must be a clock time "HH:mm" from "00:00" to "23:59"',
    'f:14: project.limits.schedule[0].to: must be a clock time "HH:mm" from "00:00" to "24:00"',
    "f:15: project.limits.schedule[0].limit: has no level: A, C or Z",
    "f:16: project.limits.schedule[1]: must be a map",
    "f:18: project.limits.exceptions[0].startAt: must be an instant with its zone, for example 2019-03-20T22:00:00Z",
    "f:19: project.limits.exceptions[0].endAt: must be an instant with its zone, for example 2019-03-20T22:00:00Z",
    "f:20: project.limits.exceptions[0].limit.A: must be a level from -20 to 200 dB with at most two decimals",
    "f:21: project.limits.exceptions[1].limit: is required",
    "f:22: project.limits.exceptions[1].endAt: must be after startAt",
    "f:23: project.holidays[0].date: must be a date of the calendar, for example 2019-03-18",
    "f:23: project.holidays[2].name: must be text: put it in quotes",
    "f:23: project.holidays[2].date: occurs a second time",
    "f:24: project.location.latitude: must be from -90 to 90",
    "f:24: project.location.longitude: is required",
    "f:25: project.classification.model: is required",
    "f:25: project.classification.minConfidence: must be from 0 to 1",
    "f:27: project.sensors[0].name: must not be empty",
    "f:28: project.sensors[1].name: is required",
    "f:28: project.sensors[1].id: occurs a second time",
    "f:29: project.sensors[2]: must be a map",
    "f:30: other: is an unknown member",
  ]);
});

const scheduleOf = (start: string) =>
  `limits: {schedule: [{${start}, to: "01:00", limit: {A: 1}}]}`;
const inApia = "timezone: Pacific/Apia";
const skipped = "does not exist in Pacific/Apia: its clocks skipped this day";
const refused: (readonly string[])[] = [
  ["an empty file", "", "f:1: must be a map with the member project"],
  ["a list", "- a", "f:1: must be a map with the member project"],
  ["no project", "{}", "f:1: project: is required"],
  ["a repeated member", `${site("")}\nproject: {}`, "f:2: Map keys must be unique"],
  ["a repeated member in a list", "project:\n  - {a: 1, a: 2}", "f:2: Map keys must be unique"],
  ["a second document", `${site("")}\n---\na: 1`, "f:2: a site file holds one document"],
  ["a tag", "project: !site {}", "f:1: Unresolved tag: !site"],
  ["binary", "\u0000\u0001\ufffd", "f:1: must be a map with the member project"],
  ["lists of 20,000 levels", "[".repeat(20_000), "f:1: has more than 100 collections inside each"],
  [
    "lists of 20,000 levels in lines",
    `a:\n${"- ".repeat(20_000)}x`,
    "f:2: has more than 100 collections inside each",
  ],
  [
    "aliases that multiply",
    `a: &a [${"x,".repeat(9)}]\nb: &b [${"*a,".repeat(9)}]\nc: &c [${"*b,".repeat(9)}]\nd: [${"*c,".repeat(9)}]`,
    "f:1: cannot be read: ReferenceError: Excessive alias count",
  ],
];

const ofOne = (members: string) => `sensors: [{id: s, name: n, ${members}}]`;

/** The fault | the members of a project, in Dublin if they name no zone | the beginning of the issue. */
const refusedMembers = tableOf(String.raw`
  __proto__ | __proto__: {name: x} | __proto__: is an unknown member
  NUL | description: "a\0" | description: must not contain control
  half a character | description: "\uD800" | description: must not
  a line end in a name | sensors: [{id: s, name: "a\nb"}] | sensors[0].name: must not
  an offset as zone | timezone: "+01:00" | timezone: must be an IANA time zone
  not-a-number | location: {latitude: .nan, longitude: 0} | location.latitude: must be a number
  a reversed contract | contract: {startAt: 2020-01-02, endAt: 2020-01-01} | contract.endAt: must not be before
  the year 0 | timezone: Asia/Kolkata, contract: {startAt: 0001-01-01, endAt: 2020-01-01} | contract.endAt: must not
  a skipped first day | ${inApia}, contract: {startAt: 2011-12-30, endAt: 2012-01-01} | contract.startAt: ${skipped}
  a skipped last day | ${inApia}, contract: {startAt: 2011-12-01, endAt: 2011-12-30} | contract.endAt: ${skipped}
  a bound without zone | contract: {startAt: 2020-01-01T00:00, endAt: 2020-01-01} | contract.startAt: must be
  half a contract | contract: {startAt: 2020-01-01} | contract.endAt: is required
  no day | ${scheduleOf('days: [], from: "00:00"')} | limits.schedule[0].days: names no day
  a start at 24:00 | ${scheduleOf('days: [mon], from: "24:00"')} | limits.schedule[0].from: must be
  an interval of 0 s | intervalSeconds: 0 | intervalSeconds: must be a whole number of seconds from 1 to 86400
  an interval of 86,401 s | intervalSeconds: 86401 | intervalSeconds: must be a whole number of seconds from 1 to 86400
  an interval of 1.5 s | intervalSeconds: 1.5 | intervalSeconds: must be a whole number of seconds from 1 to 86400
  an interval as text | sensors: [{id: s, name: n, intervalSeconds: "5"}] | sensors[0].intervalSeconds: must be a number
  two of three periods | periods: {day: "07:00", evening: "19:00"} | periods.night: is required
  a night from 24:00 | periods: {day: "07:00", evening: "19:00", night: "24:00"} | periods.night: must be a clock time
  an evening from the day | periods: {day: "19:00", evening: "19:00", night: "23:00"} | periods.evening: must be after day
  a night before evening | periods: {day: "07:00", evening: "19:00", night: "18:00"} | periods.night: must be after evening
  a permit without number | permit: {authority: City} | permit.number: is required
  a number of a permit | permit: {number: 114} | permit.number: must be text: put it in quotes
  an empty number | permit: {number: " "} | permit.number: must not be empty
  a permit as text | permit: "114" | permit: must be a map
  a date of a permit | permit: {number: a, date: 2019-01-01} | permit.date: is an unknown member
  a microphone below ground | ${ofOne("microphone: {height: -0.1}")} | sensors[0].microphone.height: must be from 0 to 1000
  a microphone above 1 km | ${ofOne("microphone: {height: 1000.1}")} | sensors[0].microphone.height: must be from 0 to 1000
  a height as text | ${ofOne('microphone: {height: "4 m"}')} | sensors[0].microphone.height: must be a number
  an empty mounting | ${ofOne('microphone: {mounting: ""}')} | sensors[0].microphone.mounting: must not be empty
  a tab in a mounting | ${ofOne(String.raw`microphone: {mounting: "a\tb"}`)} | sensors[0].microphone.mounting: must not contain control
  a class 3 | ${ofOne("class: 3")} | sensors[0].class: must be 1 or 2, a class of IEC 61672-1
  a class as text | ${ofOne('class: "1"')} | sensors[0].class: must be 1 or 2, a class of IEC 61672-1
  a calibration on no day | ${ofOne("calibrations: [{date: 2019-02-29}]")} | sensors[0].calibrations[0].date: must be a date of the calendar
  a calibration without date | ${ofOne("calibrations: [{level: 94}]")} | sensors[0].calibrations[0].date: is required
  a calibration at 201 dB | ${ofOne("calibrations: [{date: 2019-01-01, level: 201}]")} | sensors[0].calibrations[0].level: must be a level
  a calibration of three decimals | ${ofOne("calibrations: [{date: 2019-01-01, level: 94.00000000000000001}]")} | sensors[0].calibrations[0].level: must be a level
  a level with three decimals | limits: {default: {A: 0.001}} | limits.default.A: must be a level
`);
for (const [what = "", members = "", issue = ""] of refusedMembers) {
  const zone = members.startsWith("timezone") ? "" : "timezone: Europe/Dublin, ";
  refused.push([what, `project: {id: p, name: n, ${zone}${members}}`, `f:1: project.${issue}`]);
}

for (const [what, text = "", issue = ""] of refused) {
  test(`a site file is refused: ${what}`, () => {
    expect(issuesOf(text)[0]?.slice(0, issue.length)).toBe(issue);
  });
}

/** Zone | first | last of a contract | both as instants. */
const contracts = tableOf(`
  Europe/Dublin | 2019-03-30 | 2019-03-31 | 2019-03-30T00:00:00.000Z | 2019-03-31T22:59:59.000Z
  Asia/Kolkata | 2019-03-01 | 2019-03-01 | 2019-02-28T18:30:00.000Z | 2019-03-01T18:29:59.000Z
  America/New_York | 2019-03-10T12:00:00.5Z | 2019-11-03 | 2019-03-10T12:00:00.500Z | 2019-11-04T04:59:59.000Z
`);

for (const [zone, startAt, endAt, ...instants] of contracts) {
  test(`a bare date of a contract is its first or last second on the wall clock: ${zone}`, () => {
    const contract = `contract: {startAt: ${startAt}, endAt: ${endAt}}`;
    const [first, last] = instants.map(instant);
    expect(
      parseSiteFile(`project: {id: p, name: n, timezone: ${zone}, ${contract}}`, "f"),
    ).toMatchObject({ site: { contract: { startAt: first, endAt: last } } });
  });
}

/** The end of a sensor | the zone | the instant, or what is said of it. */
const ends = tableOf(`
  2011-12-29 | Pacific/Apia | 2011-12-30T09:59:59.000Z
  2019-03-10T12:00:00.5Z | Pacific/Apia | 2019-03-10T12:00:00.500Z
  2011-12-30 | Pacific/Apia | ${skipped}
  9999-12-31 | America/New_York | must lie in the years 0001 to 9999
  2019-03-10T12:00:00 | Pacific/Apia | must be a date, or an instant with its zone, for example 2019-03-01 or 2019-03-01T00:00:00Z
`);

for (const [endAt, zone, expected] of ends) {
  test(`the end of a sensor is an instant, or the last second of a date: ${endAt} in ${zone}`, () => {
    const sensor = `{id: s, name: n, endAt: ${endAt}}`;
    const parsed = parseSiteFile(
      `project: {id: p, name: n, timezone: ${zone}, sensors: [${sensor}]}`,
      "f",
    );
    const end = parsed.ok
      ? new Date(parsed.site.sensors[0]?.endAt ?? NaN).toISOString()
      : parsed.issues.map(formatIssue).join().replace("f:1: project.sensors[0].endAt: ", "");
    expect(end).toBe(expected);
  });
}

const exceptionMembers = "startAt: 2019-01-01T00:00Z, endAt: 2019-01-02T00:00Z, limit: {A: 1}";

/** A member | the bound of its characters | a project where it is TEXT. */
const boundTexts = tableOf(`
  project.name | 200 | {id: p, timezone: Etc/UTC, name: TEXT}
  project.description | 10000 | ${minimal}, description: TEXT}
  project.classification.model | 200 | ${minimal}, classification: {model: TEXT}}
  project.holidays[0].name | 200 | ${minimal}, holidays: [{date: 2019-01-01, name: TEXT}]}
  project.limits.exceptions[0].name | 200 | ${minimal}, limits: {exceptions: [{name: TEXT, ${exceptionMembers}}]}}
  project.sensors[0].name | 200 | ${minimal}, sensors: [{id: s, name: TEXT}]}
  project.sensors[0].serialNumber | 200 | ${minimal}, sensors: [{id: s, name: n, serialNumber: TEXT}]}
  project.permit.number | 200 | ${minimal}, permit: {number: TEXT}}
  project.permit.authority | 200 | ${minimal}, permit: {number: n, authority: TEXT}}
  project.sensors[0].microphone.mounting | 200 | ${minimal}, ${ofOne("microphone: {mounting: TEXT}")}}
  project.sensors[0].calibrations[0].note | 200 | ${minimal}, ${ofOne("calibrations: [{date: 2019-01-01, note: TEXT}]")}}
  project.sensors[0].model | 200 | ${minimal}, sensors: [{id: s, name: n, model: TEXT}]}
`);
for (const [member, bound, yaml = ""] of boundTexts) {
  test(`${member} has at most ${bound} characters, whatever their bytes`, () => {
    const ofLength = (length: number) =>
      issuesOf(`project: ${yaml.replace("TEXT", "🔊".repeat(length))}`);
    expect(ofLength(Number(bound))).toEqual([]);
    expect(ofLength(Number(bound) + 1)).toEqual([
      `f:1: ${member}: must have at most ${bound} characters`,
    ]);
  });
}

const times = (count: number, entry: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => entry(index)).join(", ");
const dateOfDay = (index: number) =>
  new Date(Date.UTC(2019, 0, 1 + index)).toISOString().slice(0, 10);

const ofSensor = (limits: string) => `sensors: [{id: s, name: n, limits: {${limits}}}]`;

for (const [member, bound, yaml] of [
  ["limits.schedule", 500, "limits: {schedule: [ENTRIES]}"],
  ["limits.exceptions", 5000, "limits: {exceptions: [ENTRIES]}"],
  ["sensors[0].limits.schedule", 500, ofSensor("schedule: [ENTRIES]")],
  ["sensors[0].limits.exceptions", 5000, ofSensor("exceptions: [ENTRIES]")],
  ["holidays", 5000, "holidays: [ENTRIES]"],
  ["sensors[0].calibrations", 100, ofOne("calibrations: [ENTRIES]")],
  ["sensors", 10_000, "sensors: [ENTRIES]"],
] as const) {
  test(`project.${member} has at most ${bound} entries`, () => {
    const ofCount = (count: number) => {
      // Numbers are read much faster than whole entries. Their own issues are not of interest.
      const members = yaml.replace("ENTRIES", times(count, String));
      const text = `project:\n  ${members}\n  id: p\n  name: n\n  timezone: Etc/UTC`;
      return issuesOf(text).filter((issue) => issue.includes("entries"));
    };
    expect(ofCount(bound)).toEqual([]);
    const text = (count: number) => count.toLocaleString("en");
    expect(ofCount(bound + 1)).toEqual([
      `f:2: project.${member}: must have at most ${text(bound)} entries, and has ${text(bound + 1)}`,
    ]);
  });
}

test("a list beyond its bound is reported beside the issues of its entries", () => {
  const holidays = times(5001, (index) => `{date: ${index === 5000 ? "never" : dateOfDay(index)}}`);
  expect(issuesOf(site(`, holidays: [${holidays}]`)).toSorted()).toEqual([
    "f:1: project.holidays: must have at most 5,000 entries, and has 5,001",
    "f:1: project.holidays[5000].date: must be a date of the calendar, for example 2019-03-18",
  ]);
});

test("the id of a project or sensor has at most 64 characters", () => {
  const idsOf = (length: number) => {
    const id = "a".repeat(length);
    const sensors = `sensors: [{id: ${id}, name: n}]`;
    return issuesOf(`project: {id: ${id}, name: n, timezone: Etc/UTC, ${sensors}}`);
  };
  expect(idsOf(64)).toEqual([]);
  expect(idsOf(65)).toEqual(
    ["project.id", "project.sensors[0].id"].map((field) =>
      expect.stringContaining(`f:1: ${field}: `),
    ),
  );
});

test("a message shortens the name of an unknown member", () => {
  expect(issuesOf(site(`, ${"k".repeat(100_000)}: 1`))).toEqual([
    `f:1: project.${"k".repeat(60)}…: is an unknown member`,
  ]);
});

test("the decimals of a level are counted as they are written", () => {
  const limits = `
    default: {A: 70.10, C: 7.015e1, Z: 70.10000000000000001}
    schedule:
      - {days: [mon], from: "00:00", to: "01:00", limit: {A: 7010e-2, C: &fine 65.000}}
      - {days: [tue], from: "00:00", to: "01:00", limit: {A: *fine, C: 65.005, Z: 70100e-3}}`;
  const text = `project:\n  id: p\n  name: n\n  timezone: Etc/UTC\n  limits:${limits}`;
  const level = "must be a level from -20 to 200 dB with at most two decimals";
  expect(issuesOf(text)).toEqual([
    `f:6: project.limits.default.Z: ${level}`,
    `f:8: project.limits.schedule[0].limit.C: ${level}`,
    `f:9: project.limits.schedule[1].limit.C: ${level}`,
    `f:9: project.limits.schedule[1].limit.A: ${level}`,
    `f:9: project.limits.schedule[1].limit.Z: ${level}`,
  ]);
});

test("a zero that is written with a minus is zero", () => {
  const zeros =
    ", location: {latitude: -0.0, longitude: -0}, classification: {model: m, minConfidence: -0.0}";
  expect(parseSiteFile(site(zeros), "f")).toMatchObject({
    site: {
      location: { latitude: 0, longitude: 0 },
      classification: { model: "m", minConfidence: 0 },
    },
  });
});

for (const name of dataSetNames) {
  test(`the site file of ${name} is valid`, async () => {
    skipWithoutDataSet(name);
    const { siteYaml } = await readDataSet(name, "own");
    expect(parseSiteFile(siteYaml, "site.yaml")).toMatchObject({ ok: true });
  });
}
