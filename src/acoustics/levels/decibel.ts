/**
 * A level in whole hundredths of a decibel. Sums, differences and comparisons are exact, because no
 * level is stored as a binary fraction. Example: 65.10 dB - 65.00 dB is 10 hundredths, printed as 0.1.
 */
export type Hundredths = number & { readonly __unit: "hundredths of a dB" };

/** A level in dB for an answer: the double nearest to its two decimals, which prints as those. */
export type Decibels = number & { readonly __unit: "dB" };

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
  // An import reads more levels than anything else: a loop takes a third of the time of a pattern.
  const isNegative = text.startsWith("-");
  const from = isNegative ? 1 : 0;
  const point = text.indexOf(".");
  const wholeTo = point === -1 ? text.length : point;
  if (wholeTo === from || wholeTo > from + 3 || point === text.length - 1) return null;
  let [truncated, third, hasMoreDigits] = [0, 0, false];
  for (let at = from; at < text.length; at += 1) {
    if (at === point) continue;
    const digit = text.charCodeAt(at) - digitZero;
    if (!(digit >= 0 && digit <= 9)) return null;
    if (at <= wholeTo + 2) truncated = truncated * 10 + digit;
    else if (at === wholeTo + 3) third = digit;
    hasMoreDigits ||= at > wholeTo + 2 && digit > 0;
  }
  truncated *= 10 ** Math.max(0, 2 - (point === -1 ? 0 : text.length - point - 1));
  const magnitude = truncated + (third >= 5 ? 1 : 0);
  const bound = isNegative ? -lowestLevel : highestLevel;
  // The bounds apply before rounding: 200.001 is outside, although it rounds to 200.
  if (truncated > bound || (truncated === bound && hasMoreDigits)) return null;
  return (isNegative && magnitude !== 0 ? -magnitude : magnitude) as Hundredths;
}

const digitZero = 0x30;

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
