import {
  besideLimit,
  capitalised,
  comparedLevels,
  countText,
  durationText,
  signedLevel,
  signedTwoDecimals,
  twoDecimals,
  written,
} from "../../components/level-text.ts";
import { percentText } from "../../components/share-text.ts";
import { daysWords, longDate } from "../../data/limit-words.ts";
import type { Weighting } from "../../../../acoustics/levels/weighting.ts";
import type { AssessedWindow, Criterion } from "./use-verdicts.ts";
import type { WindowState } from "./window-state.ts";
import { oneOrMany, say } from "../../words/say.ts";

/** `LAeq,11h over the whole window, Monday to Friday 07:00–18:00: at most 65 dB.` */
export function criterionWords(criterion: Criterion): string {
  const { level, days, from, to, over, overSeconds, limit, allowed, minCoverage } = criterion;
  const length = durationText(overSeconds ?? 0);
  const quantity = say(`criterion.${over}`, { level, length });
  const allowance =
    allowed === 0
      ? ""
      : say(`criterion.allowance.${oneOrMany(allowed)}`, { count: countText(allowed) });
  const coverage =
    over === "sample" ? "" : say("criterion.coverage", { share: percentText(minCoverage) });
  const when = { days: daysWords(days), from, to };
  return say("criterion", { quantity, ...when, limit: decibels(limit), allowance, coverage });
}

/** `Sensitive hours: +6.0 dB, every day 07:00–08:00`. */
export function adjustmentWords({ name, add, days, from, to }: Criterion["adjustments"][number]) {
  const when = from === null || to === null ? "" : ` ${from}–${to}`;
  const isOfTenths = Math.round(add * 100) % 10 === 0;
  const level = isOfTenths ? signedLevel(add) : signedTwoDecimals(add);
  return `${name}${say("colon")}${level} dB, ${daysWords(days)}${when}`;
}

/**
 * The short text of a cell that shows why a window has its verdict: `3 of 2 allowed` if a number of reference times may
 * exceed, else the level in the decimals that show on which side of the limit it is, such as `72.03` above 72.
 */
export function decidingText(window: AssessedWindow, criterion: Criterion | null): string {
  const { verdict, level, limit, exceeded } = window;
  if (criterion !== null && criterion.allowed > 0) {
    const counts = `${countText(exceeded)} of ${countText(criterion.allowed)}`;
    return verdict === "exceeded" ? `${counts} allowed` : counts;
  }
  return level === null ? "–" : besideLimit(level, limit);
}

/**
 * The verdict of a window in a sentence, which begins with what decides: `LAeq,11h of Tuesday 17 November was 66.2 dB,
 * 1.2 dB above the 65 dB of Construction, working days.` A criterion that no longer applies is null.
 */
export function windowSentence(
  window: AssessedWindow & { readonly state: WindowState },
  criterion: Criterion | null,
  /** True if the window has not ended. */
  goesOn: boolean,
): string {
  const { date, level, limit, over, state, reason: why } = window;
  const day = longDate(date);
  const soFar = goesOn ? " so far" : "";
  if (level === null || over === null) {
    const mayChange = why === "no_samples" || why === "low_coverage";
    return `${capitalised(reasonWords(window, criterion))}${mayChange ? soFar : ""}, ${day}.`;
  }
  // The limit stands as it is written: beside one of hundredths, so do the others.
  const isOfTenths = Math.round(limit * 100) % 10 === 0;
  const texts = isOfTenths
    ? comparedLevels(level, limit, over)
    : { level: twoDecimals(level), over: signedTwoDecimals(over) };
  const side =
    over === 0
      ? `exactly the ${decibels(limit)}`
      : `${texts.over?.slice(1)} dB ${over > 0 ? "above" : "below"} the ${decibels(limit)}`;
  const of = criterion?.name ?? window.criterionId;
  const quantity = quantityOf(window, criterion);
  const hasReason = state === "undecided" || state === "cut";
  const reason = hasReason
    ? ` ${capitalised(say(`state.${state}`))}: ${reasonWords(window, criterion)}.`
    : "";
  const measured = `${goesOn ? "is" : "was"} ${texts.level} dB${soFar}, ${side}`;
  if (window.referenceTimes < 2 || criterion === null) {
    return `${quantity} of ${day} ${measured} of ${of}.${reason}`;
  }
  const { count, verb } = exceedingWords(window);
  const allowance = criterion.allowed === 0 ? "none" : countText(criterion.allowed);
  return `${count} of ${day} ${verb} the ${decibels(limit)} of ${of}${soFar}; ${allowance} ${criterion.allowed > 1 ? "are" : "is"} allowed. ${quantity} ${measured}.${reason}`;
}

/** Why a window is undecided. */
export function reasonWords(
  { reason, coverage, undecided, referenceTimes }: AssessedWindow,
  criterion: Criterion | null,
): string {
  if (reason === "no_samples" || reason === "interval_too_long" || reason === "no_reference_time") {
    return say(`reason.${reason}`);
  }
  if (referenceTimes > 1) {
    const counts = { count: countText(undecided), all: countText(referenceTimes) };
    return say(`reason.references.${oneOrMany(undecided)}`, counts);
  }
  const share = percentText(coverage);
  if (criterion === null) return say("reason.coverage", { share });
  return say("reason.needed", { share, needed: percentText(criterion.minCoverage) });
}

/** The weighting of the samples that are drawn beside a criterion of a level. */
export function weightingOf(level: Criterion["level"]): Weighting {
  return level.startsWith("LC") ? "C" : level.startsWith("LZ") ? "Z" : "A";
}

/** `LAeq,11h`, `The highest LAeq,15min`, `The highest LAFmax`. */
function quantityOf({ seconds }: AssessedWindow, criterion: Criterion | null): string {
  if (criterion === null) return "The level";
  const { level, over, overSeconds } = criterion;
  if (over === "sample") return `The highest ${level} of a sample`;
  if (!level.endsWith("eq")) return `The highest ${level}`;
  if (over === "window") return `${level},${compact(seconds)}`;
  return `The highest ${level},${compact(overSeconds ?? 0)}`;
}

/** `2 of 8 reference times`, and the verb that the limit follows. */
function exceedingWords({ referenceTimes, exceeded }: AssessedWindow) {
  return {
    count: `${exceeded === 0 ? "None" : countText(exceeded)} of ${countText(referenceTimes)} reference times`,
    verb: exceeded > 1 ? "exceed" : "exceeds",
  };
}

/** `65 dB`: a limit as it is written, without decimals that it has not. */
export function decibels(level: number): string {
  return `${written(String(level))} dB`;
}

function compact(seconds: number): string {
  return durationText(seconds).replaceAll(" ", "");
}
