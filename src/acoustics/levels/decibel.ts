/**
 * A level in whole hundredths of a decibel. Sums, differences and comparisons are exact, because no
 * level is stored as a binary fraction. Example: 65.10 dB - 65.00 dB is 10 hundredths, printed as 0.1.
 */
export type Hundredths = number & { readonly __unit: "hundredths of a dB" };

/** A level in dB for an answer: the double nearest to its two decimals, which prints as those. */
export type Decibels = number & { readonly __unit: "dB" };

const levelPattern = /^(?<sign>-?)(?<whole>[0-9]{1,3})(?:\.(?<fraction>[0-9]+))?$/;
/** The range of stored levels. */
export const lowestLevel: number = -2_000;
export const highestLevel: number = 20_000;

/** The range of levels that can be stored, in words for people. */
export const levelRange = "-20 to 200 dB";

/**
 * Reads a level in dB, `-?[0-9]{1,3}(\.[0-9]+)?`, from -20 to 200 (docs/contract.md, 6). Rounds once to 0.01 dB,
 * halves away from zero: `64.005` is 64.01. Returns null for any other text.
 */
export function parseLevel(text: string): Hundredths | null {
  const groups = levelPattern.exec(text)?.groups;
  if (groups === undefined) return null;
  const fraction = groups["fraction"] ?? "";
  const truncated = Number(groups["whole"]) * 100 + Number(fraction.slice(0, 2).padEnd(2, "0"));
  const hasMoreDigits = /[1-9]/.test(fraction.slice(2));
  const magnitude = truncated + (Number(fraction[2] ?? "0") >= 5 ? 1 : 0);
  const isNegative = groups["sign"] === "-";
  const bound = isNegative ? -lowestLevel : highestLevel;
  // The bounds apply before rounding: 200.001 is outside, although it rounds to 200.
  if (truncated > bound || (truncated === bound && hasMoreDigits)) return null;
  return (isNegative && magnitude !== 0 ? -magnitude : magnitude) as Hundredths;
}

/** The level of a number of dB from -20 to 200 with at most two decimals; null for any other number. */
export function levelOfNumber(decibels: number): Hundredths | null {
  const hundredths = Math.round(decibels * 100);
  const isExact = hundredths / 100 === decibels;
  return isExact && hundredths >= lowestLevel && hundredths <= highestLevel
    ? ((hundredths || 0) as Hundredths)
    : null;
}

/** The level in dB; null stays null. */
export function decibelsOf(level: Hundredths): Decibels;
export function decibelsOf(level: Hundredths | null): Decibels | null;
export function decibelsOf(level: Hundredths | null): Decibels | null {
  return level === null ? null : ((level / 100) as Decibels);
}

/** The lower of two levels; null is none. */
export function lower(left: Hundredths | null, right: Hundredths | null): Hundredths | null {
  return left === null || (right !== null && right < left) ? right : left;
}

/** The higher of two levels; null is none. */
export function higher(left: Hundredths | null, right: Hundredths | null): Hundredths | null {
  return left === null || (right !== null && right > left) ? right : left;
}

/** `level` minus `limit`: positive above the limit, negative below it. */
export function subtractLevels(level: Hundredths, limit: Hundredths): Hundredths {
  return (level - limit) as Hundredths;
}

/** True if `level` exceeds `limit`. Strict: a level equal to its limit does not (docs/contract.md, 2). */
export function exceedsLimit(level: Hundredths, limit: Hundredths): boolean {
  return level > limit;
}
