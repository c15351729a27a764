import { spoken } from "../words/words.ts";

/**
 * `58.6`: one decimal, rounded from whole hundredths, halves away from zero: 60.05 is 60.1, which binary fractions
 * round to 60.0. The exact value belongs into the tooltip, tables and CSV.
 */
export function roundedLevel(level: number): string {
  return written((tenthsOf(level) / 10).toFixed(1));
}

/** `58.64`, `−3.20`: two decimals, as reports and tables show levels. */
export function twoDecimals(level: number): string {
  return written((Math.round(level * 100) / 100).toFixed(2).replace(/^-(?=0\.00$)/, ""));
}

/** A level, its limit and the difference in words that add up. */
export interface ComparedLevels {
  readonly level: string;
  readonly limit: string | null;
  /** With its sign: `+3.6`. */
  readonly over: string | null;
}

/**
 * The three numbers of a row with one decimal; with two if they would not add up in one, or if one would hide their
 * order: 60.14 above 59.95 is `60.14 · 59.95 · +0.19`, because `60.1 · 60.0 · +0.2` is a wrong sum, and 72.03 above 72
 * is `72.03 · 72.00 · +0.03`, because `72.0 · 72.0 · +0.0` is no exceedance.
 */
export function comparedLevels(
  level: number,
  limit: number | null,
  over: number | null,
): ComparedLevels {
  const isTold =
    limit === null ||
    over === null ||
    (tenthsOf(level) - tenthsOf(limit) === tenthsOf(over) && (over === 0 || tenthsOf(over) !== 0));
  const text = isTold ? roundedLevel : twoDecimals;
  return {
    level: text(level),
    limit: limit === null ? null : text(limit),
    over: over === null ? null : `${signOf(over)}${text(Math.abs(over))}`,
  };
}

/** A level in the decimals, at most two, that show on which side of its limit it is: `72.03` above 72. */
export function besideLimit(level: number, limit: number): string {
  const shown = tenthsOf(level) * 10 - Math.round(limit * 100);
  const isTold = Math.sign(shown) === Math.sign(Math.round((level - limit) * 100));
  return isTold ? roundedLevel(level) : twoDecimals(level);
}

/** The same for a glance: one decimal, but for a difference that would read as none. Titles have the exact ones. */
export function glanceLevels(newest: {
  readonly level: number | null;
  readonly limit: number | null;
  readonly over: number | null;
}): ComparedLevels | null {
  const { level, limit, over } = newest;
  if (level === null) return null;
  const hasTenths = over === null || over === 0 || tenthsOf(over) !== 0;
  return {
    level: roundedLevel(level),
    limit: limit === null ? null : roundedLevel(limit),
    over: over === null ? null : hasTenths ? signedLevel(over) : signedTwoDecimals(over),
  };
}

/** `58.6 dB`. */
export function levelText(level: number): string {
  return `${roundedLevel(level)} dB`;
}

/** A sentence whose levels and shares stay beside their unit where its lines break. */
export function wholeLevels(sentence: string): string {
  return sentence.replace(/(\d) (dB|%)/g, "$1\u{a0}$2");
}

/** `-3.64`, without trailing zeros: the value as served, which programs can read. */
export function exactLevel(level: number | null): string {
  return level === null ? "" : String(level);
}

/** `−3.64`: the same for people. */
export function exactText(level: number): string {
  return minus(exactLevel(level));
}

/** `+3.6`, `−2.0`, `±0.0`. */
export function signedLevel(over: number): string {
  return `${signOf(over)}${roundedLevel(Math.abs(over))}`;
}

/** `+3.60`: the difference as reports and tables show it. */
export function signedTwoDecimals(over: number): string {
  return `${signOf(over)}${twoDecimals(Math.abs(over))}`;
}

/** `1,654`: a count, with its thousands grouped. */
export function countText(count: number): string {
  const text = String(count);
  if (text.length < Number(spoken.value?.["number.groupedFrom"] ?? 4)) return text;
  return text.replace(/\B(?=(?:\d{3})+$)/g, spoken.value?.["number.thousands"] ?? ",");
}

/** The numbers of a cell as people read them: with `−`, grouped thousands, and the two decimals of levels. */
export function writtenCell(text: string, isLevel: boolean): string {
  // Durations have groups already.
  return text.replace(/-?\d+(?:,\d{3})*(?:\.\d+)?/g, (numeral) => {
    if (isLevel) return twoDecimals(Number(numeral));
    return /^\d+$/.test(numeral) ? countText(Number(numeral)) : minus(numeral);
  });
}

/** `5 min`, `1 h (inferred)`. */
export function intervalText(interval: { readonly seconds: number; readonly source: string }) {
  const source = interval.source === "declared" ? "" : ` (${interval.source})`;
  return `${durationText(interval.seconds)}${source}`;
}

/** `Every day` of `every day`. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `1 day`, `3 episodes`. */
export function counted(count: number, name: string): string {
  return `${countText(count)} ${name}${count === 1 ? "" : "s"}`;
}

/** Whole tenths of a decibel, rounded from whole hundredths, halves away from zero; never −0. */
function tenthsOf(level: number): number {
  const hundredths = Math.round(level * 100);
  return Math.sign(hundredths) * Math.floor((Math.abs(hundredths) + 5) / 10) + 0;
}

function signOf(over: number): string {
  return over > 0 ? "+" : over < 0 ? "−" : "±";
}

/** `LAeq,5 min`, `LCeq,1 h`: what a level is, with its interval. */
export function quantityText(weighting: string, intervalSeconds: number): string {
  return `L${weighting}eq,${durationText(intervalSeconds)}`;
}

/** `5 min`, `1 h`, `2 h 30 min`, `45 s`. */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  if (minutes < 60) return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
  const hours = `${countText(Math.floor(minutes / 60))} h`;
  return minutes % 60 === 0 ? hours : `${hours} ${minutes % 60} min`;
}

function minus(text: string): string {
  return text.replace("-", "−");
}

/** A number as people of the language write it. */
export function written(text: string): string {
  const mark = spoken.value?.["number.decimal"] ?? ".";
  return minus(text).replace(".", mark);
}
