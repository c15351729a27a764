import type { Hundredths } from "../../src/acoustics/levels/decibel.ts";
import { type Instant, parseInstant } from "../../src/acoustics/time/instant.ts";
import type {
  LimitDay,
  LimitException,
  LimitLevels,
  LimitRules,
  LimitSchedule,
  LimitWindow,
} from "../../src/acoustics/limits/limit-rules.ts";
import type { Weighting } from "../../src/acoustics/levels/weighting.ts";
import { parseTimeZone, type TimeZone } from "../../src/acoustics/time/time-zone.ts";
import { explainLimit } from "../../src/operations/limits/explain-limit.ts";
import type { OperationContext } from "../../src/operations/operation-context.ts";
import { createReadBudget } from "../../src/operations/read-budget.ts";
import { neverAborted } from "../../src/system/never-aborted.ts";

/**
 * A schedule, in UTC unless it has a zone, of parts that are lines or end at `; `: `zone Europe/Dublin`,
 * `holidays 2019-03-18`, `sensor exception 2019-03-18 2019-03-19 A75`, `project mon,tue 07:00-19:00 A65 C85`,
 * `project default A70`. Levels are in dB.
 */
export function scheduleOf(text = ""): LimitSchedule {
  const parts = text.split(/\n|; /).map((part) => part.trim().split(" "));
  const wordsOf = (first: string) =>
    parts.filter(([word]) => word === first).map(([, ...words]) => words);
  const rulesOf = (owner: string): LimitRules => {
    const rules = wordsOf(owner);
    const levels = rules.find(([kind]) => kind === "default");
    return {
      exceptions: rules.filter(([kind]) => kind === "exception").map(exceptionOf),
      windows: rules.filter(([, clock]) => clock?.[5] === "-").map(windowOf),
      default: levels === undefined ? null : levelsOf(levels),
    };
  };
  return {
    timeZone: zoneOf(wordsOf("zone")[0]?.[0] ?? "UTC"),
    holidays: new Map(wordsOf("holidays").flatMap((dates) => dates.map((date) => [date, null]))),
    sensor: rulesOf("sensor"),
    project: rulesOf("project"),
  };
}

function windowOf([days = "", clock = "", ...levels]: readonly string[]): LimitWindow {
  const [from = "", to = ""] = clock.split("-");
  return {
    days: days.split(",") as LimitDay[],
    fromMinute: minuteOf(from),
    toMinute: minuteOf(to),
    levels: levelsOf(levels),
  };
}

function exceptionOf([, startAt = "", endAt = "", ...levels]: readonly string[]): LimitException {
  return {
    name: null,
    startAt: instantOf(startAt),
    endAt: instantOf(endAt),
    levels: levelsOf(levels),
  };
}

/** The levels in words such as `A65`, as hundredths. */
function levelsOf(words: readonly string[]): LimitLevels {
  const level = (weighting: Weighting) => {
    const word = words.find((each) => each.startsWith(weighting));
    return word === undefined ? null : ((Number(word.slice(1)) * 100) as Hundredths);
  };
  return { A: level("A"), C: level("C"), Z: level("Z") };
}

export function instantOf(text: string): Instant {
  const instant = parseInstant(text);
  if (instant === null) throw new Error(`${text} is not an instant`);
  return instant;
}

export function zoneOf(text: string): TimeZone {
  const zone = parseTimeZone(text);
  if (zone === null) throw new Error(`${text} is not a time zone`);
  return zone;
}

function minuteOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
}

/** The server's explanation of the A-weighted limit of a schedule at an instant. */
export async function explanationOf(
  schedule: LimitSchedule,
  instant: Instant,
  budget = createReadBudget(),
) {
  const settings = { projectId: "p", sensorId: "s", reading: { schedule }, contractIssue: null };
  const context = {
    principal: { scopes: new Set(["v0:projects:read"]) },
    request: { signal: neverAborted },
    budget,
    loaders: { sensorSettings: async () => settings },
  } as unknown as OperationContext;
  const request = { weighting: "A", instant, asOf: null } as const;
  const reference = { projectId: "p", sensorId: "s" };
  const explanation = await explainLimit(context, reference, request, true);
  if (explanation === null) throw new Error("there is no explanation");
  return explanation;
}
