import { countText, signedTwoDecimals } from "../../components/level-text.ts";
import { percentText } from "../../components/share-text.ts";
import { grouped } from "../../data/grouped.ts";
import type { Weighting } from "../../../../acoustics/levels/weighting.ts";
import type { SensorFacts } from "../../state/site.ts";
import type { TimeZone } from "../../time/local-time.ts";
import { rangeText, stretchText } from "../../time/range-text.ts";
import { type ContractDays, insideContract, type LocalRange } from "../../time/range.ts";
import { say, sayCount } from "../../words/say-in-report.ts";
import type { Criterion } from "../compliance/use-verdicts.ts";
import { dayOrNight, exceedingSensors, undecidedReasons } from "../compliance/verdict-totals.ts";
import { stateCounts, type StatedWindow } from "../compliance/window-state.ts";
import type { Figures } from "./use-report-figures.ts";

/** Exceeded criteria that are named. */
const named = 5;

export interface AnswerFacts {
  readonly criteria: readonly Criterion[];
  /** Those of the report. */
  readonly sensors: readonly Pick<SensorFacts, "id" | "name">[];
  /** How many sensors the project has. */
  readonly ofProject: number;
  readonly windows: readonly StatedWindow[];
  readonly figures: Figures;
  readonly weighting: Weighting;
  /** The range that was read: it ends now at the latest. */
  readonly range: LocalRange;
  readonly contract: ContractDays | null;
  readonly zone: TimeZone;
}

/** The answer: what was measured, what was exceeded, and what is undecided, and why; a sentence each. */
export function answerSentences(facts: AnswerFacts): string[] {
  const { criteria, sensors, windows, figures } = facts;
  const read = sensors.map(({ id }) => figures.get(id)?.sensor ?? null);
  const unread = read.filter(
    (found) => found?.availability == null || found.aggregates == null || found.assessments == null,
  ).length;
  const missing = unread > 0 && sayCount("answer.unread", unread, countText(unread));
  if (criteria.length === 0) return sentences(measured(facts), [missing || limitsText(facts)]);
  const by = grouped(windows, ({ state }) => state);
  const undecided = by.get("undecided") ?? [];
  const open = [...(by.get("running") ?? []), ...(by.get("cut") ?? [])].map(({ state }) => state);
  const exceeding = exceedingSensors(windows);
  // A clean verdict needs all sensors read, and a window that is kept.
  const isKept = unread === 0 && by.has("kept");
  const isDecided = unread === 0 && windows.length > 0 && open.length === 0;
  const why = { count: countText(undecided.length), reasons: undecidedReasons(undecided) };
  return sentences(
    measured(facts),
    [
      exceeding.length > 0 ? exceededText(exceeding) : isKept && say("verdicts.noneExceeded"),
      windows.length === 0 && unread === 0 && say("verdicts.noWindow"),
    ],
    [
      undecided.length > 0 ? say("answer.undecided", why) : isDecided && say("answer.decided"),
      open.length > 0 && stateCounts(open),
      missing,
    ],
  );
}

/** The clauses of a sentence, of which false is none. */
type Clauses = readonly (string | false)[];

function sentences(...parts: readonly Clauses[]): string[] {
  return parts
    .map((clauses) => clauses.filter(Boolean).join(say("answer.clauses")))
    .flatMap((text) => (text === "" ? [] : [`${text}.`]));
}

/** None if it is not known of each sensor whether it measured, and how long. */
function measured(facts: AnswerFacts): Clauses {
  const { sensors, ofProject, figures, range, contract, zone } = facts;
  const { first, last } = insideContract(range, contract);
  const stretch = first > last ? rangeText(range, zone) : stretchText({ first, last }, zone);
  const available = sensors.map(({ id }) => figures.get(id)?.sensor?.availability);
  const samples = available.map((found) => found?.samples);
  const [count, all] = [samples.filter(Boolean).length, sensors.length];
  const share = shareOf(facts);
  if (samples.includes(undefined) || (count > 0 && share === null)) return [];
  const counts = { count: countText(count), all: countText(all) };
  const every = sayCount("sensors", all, counts.all);
  const sentence = say(count === 0 ? "answer.notMeasured" : "answer.measured", {
    sensors: count === all ? every : say("answer.some", counts),
    every,
    range: stretch,
    share: share === null ? "" : percentText(share),
    quantity: `L${facts.weighting}eq`,
  });
  const some = say("answer.some", { count: counts.all, all: countText(ofProject) });
  const isCut = count > 0 && available.some((found) => (found?.seconds ?? 0) < last - first + 1);
  return [
    sentence,
    isCut && say("answer.due"),
    all !== ofProject && say("answer.part", { sensors: some }),
  ];
}

/** The valid share of the time of all sensors; null if one could not be read, or there is no time. */
function shareOf({ sensors, figures }: AnswerFacts): number | null {
  let [valid, all] = [0, 0];
  for (const { id } of sensors) {
    const found = figures.get(id)?.sensor ?? null;
    valid += found?.valid?.buckets[0]?.coveredSeconds ?? NaN;
    all += found?.availability?.seconds ?? NaN;
  }
  return valid >= 0 && all > 0 ? valid / all : null;
}

/** Without criteria, the exceedances of the limits. */
function limitsText({ sensors, figures, weighting }: AnswerFacts): string {
  let [events, samples] = [0, 0];
  for (const { id } of sensors) {
    const [total] = figures.get(id)?.sensor?.aggregates?.buckets ?? [];
    if (total?.maxOver == null) continue;
    events += total.events;
    samples += total.samples;
  }
  const counts = { count: countText(events), all: countText(samples) };
  return say(samples > 0 ? "answer.limits" : "answer.noLimit", {
    ...counts,
    quantity: `L${weighting}eq`,
  });
}

function exceededText(exceeding: ReturnType<typeof exceedingSensors>): string {
  const parts = exceeding.slice(0, named).map(({ worst, most, exceeded, decided }) => {
    const { criterionName, sensorName, over } = worst;
    const allowed = worst.criterion?.allowed ?? 0;
    const kind = dayOrNight(worst.criterion);
    return say(`answer.at.${kind}`, {
      criterion: criterionName,
      sensor: sensorName,
      count: countText(exceeded),
      all: countText(decided),
      most:
        allowed > 0
          ? say(`answer.times.${kind}`, { count: countText(most), allowed: countText(allowed) })
          : over === null || over <= 0
            ? ""
            : say("answer.most", { over: signedTwoDecimals(over) }),
    });
  });
  const left = exceeding.length - named;
  if (left > 0) parts.push(sayCount("answer.more", left, countText(left)));
  return say("answer.exceeded", { list: parts.join("; ") });
}
