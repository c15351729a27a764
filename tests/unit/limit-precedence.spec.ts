import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { evaluateLimit } from "../../src/acoustics/limits/limit-at-instant.ts";
import { type LimitSchedule, limitSources } from "../../src/acoustics/limits/limit-rules.ts";
import { createLimitLookup } from "../../src/acoustics/limits/limit-timeline.ts";
import { explainPrecedence } from "../../src/dashboard/browser/data/explain-precedence.ts";
import { writeProject } from "../../src/ingest/site/written-site.ts";
import { packageFile } from "../../src/system/package-files.ts";
import { expect, test } from "../support/expect.ts";
import { explanationOf, instantOf, scheduleOf } from "./limit-schedules.ts";
import { python } from "./evidence/pack.ts";

/*
 * Each set of the eight sources has rules that all match at one instant, a Monday that is a holiday. The order is that
 * of docs/contract.md, 3, where it stands in words: a swap in any program fails here.
 */

const at = instantOf("2019-03-18T12:00:00Z");

/** The sources in the table of the contract. */
const contracted = readFileSync(packageFile("docs/contract.md"), "utf8")
  .split("\n")
  .flatMap((line) =>
    /^\| \d, \d +\|/.test(line) ? (line.match(/(?:sensor|project)_[a-z]+/g) ?? []) : [],
  );

/** The limit of each source is 50 dB and its place in the contract. */
const levelOf = (source: string) => 50 + contracted.indexOf(source);

const sets = Array.from({ length: 256 }, (_, bits) =>
  contracted.filter((_source, place) => (bits & (1 << place)) !== 0),
);

/** When each kind of rule holds, in the words of `scheduleOf`. */
const times: Readonly<Record<string, string>> = {
  exception: "exception 2019-03-18T12:00Z 2019-03-18T12:00:01Z",
  holiday: "holiday 00:00-24:00",
  schedule: "mon 00:00-24:00",
  default: "default",
};

function scheduleWith(sources: readonly string[]): LimitSchedule {
  const rules = sources.map((source) => {
    const [owner, kind = ""] = source.split("_");
    return `${owner} ${times[kind]} A${levelOf(source)}`;
  });
  return scheduleOf(["zone UTC", "holidays 2019-03-18", ...rules].join("; "));
}

test("the list of the sources is the table of the contract", () => {
  expect(contracted).toHaveLength(8);
  expect(limitSources).toEqual(contracted);
});

test("the first source of each set decides: at an instant, over time, and on the page", async () => {
  for (const sources of sets) {
    const schedule = scheduleWith(sources);
    const [limitSource = "none"] = sources;
    const limit = limitSource === "none" ? null : 100 * levelOf(limitSource);
    expect(evaluateLimit(schedule, "A", at)).toEqual({ limit, limitSource });
    expect(createLimitLookup(schedule, "A")(at)).toEqual({ limit, limitSource });
    const explanation = await explanationOf(schedule, at);
    expect(explanation.rules.map((rule) => rule.limitSource)).toEqual(sources);
    const unread = { sensor: null, project: null };
    const steps = explainPrecedence(explanation, unread, schedule.timeZone);
    expect(steps.map(({ source }) => source)).toEqual([...contracted, "none"]);
    const marked = steps.filter(({ rules }) => rules.length > 0).map(({ source }) => source);
    expect(marked).toEqual(sources);
    expect(steps.filter(({ state }) => state === "holds").map(({ source }) => source)).toEqual([
      limitSource,
    ]);
  }
});

test("recompute.py of an evidence pack has the same order", () => {
  test.skip(python === null, "python3 is not installed");
  const sites = sets.map((sources) => {
    const { timeZone, holidays, sensor, project } = scheduleWith(sources);
    const written = writeProject({
      ...nothing,
      timeZone,
      contract: { startAt: at, endAt: at },
      holidays: Array.from(holidays, ([date, name]) => ({ date, name })),
      limits: project,
    });
    const { limits } = writeProject({ ...nothing, timeZone, limits: sensor });
    return { project: { ...written, sensors: [{ id: "s", limits: limits ?? null }] } };
  });
  const program = `
import datetime, json, sys
sys.path.insert(0, sys.argv[1])
import recompute
for site in json.load(sys.stdin):
    limit_at = recompute.Rules(site).limits_for("s", "A")
    print(limit_at(${at / 1000}, datetime.date(2019, 3, 18), 720))
`;
  const folder = packageFile("src/evidence");
  const run = spawnSync("python3", ["-B", "-c", program, folder], {
    input: JSON.stringify(sites),
    encoding: "utf8",
  });
  expect(run.stderr).toBe("");
  expect(run.stdout.split("\n").slice(0, -1)).toEqual(
    sets.map(([first]) => (first === undefined ? "None" : String(100 * levelOf(first)))),
  );
});

const nothing = {
  name: "P",
  description: null,
  permit: null,
  location: null,
  contract: null,
  holidays: [],
  criteria: [],
  classification: null,
  intervalSeconds: null,
  periods: null,
  retention: null,
};
