/**
 * A level in whole hundredths of a decibel. Levels are never held as binary fractions inside, so
 * sums, differences and comparisons are exact: 65.10 - 65.00 is 10 hundredths, printed 0.1.
 */
export type Hundredths = number & { readonly __unit: "hundredths of a dB" };

/** A level as it is shown: in dB, the double nearest to its two decimals, which prints as them. */
export type Decibels = number & { readonly __unit: "dB" };

const levelPattern = /^(?<sign>-?)(?<whole>[0-9]{1,3})(?:\.(?<fraction>[0-9]+))?$/;
const lowest = -2_000;
const highest = 20_000;

/** The range of levels that can be stored, in words. */
export const levelRange = "-20 to 200 dB";

/**
 * The level that `text` writes in dB: `-?[0-9]{1,3}(\.[0-9]+)?`, from -20 to 200, rounded once,
 * halves away from zero, to 0.01 dB. Null where it is no such level. `64.005` is 64.01.
 */
export function parseLevel(text: string): Hundredths | null {
  const groups = levelPattern.exec(text)?.groups;
  if (groups === undefined) return null;
  const fraction = groups["fraction"] ?? "";
  const truncated = Number(groups["whole"]) * 100 + Number(fraction.slice(0, 2).padEnd(2, "0"));
  const beyond = /[1-9]/.test(fraction.slice(2));
  const magnitude = truncated + (Number(fraction[2] ?? "0") >= 5 ? 1 : 0);
  const negative = groups["sign"] === "-";
  const limit = negative ? -lowest : highest;
  // The limits are those of the level as written, so 200.001 is outside though it rounds to 200.
  if (truncated > limit || (truncated === limit && beyond)) return null;
  return (negative && magnitude !== 0 ? -magnitude : magnitude) as Hundredths;
}

/** The level that a number of dB with at most two decimals stands for, from -20 to 200; else null. */
export function levelOfNumber(decibels: number): Hundredths | null {
  const hundredths = Math.round(decibels * 100);
  const exact = hundredths / 100 === decibels;
  return exact && hundredths >= lowest && hundredths <= highest
    ? ((hundredths || 0) as Hundredths)
    : null;
}

/** The level as it is shown; null stays null. */
export function decibelsOf(level: Hundredths): Decibels;
export function decibelsOf(level: Hundredths | null): Decibels | null;
export function decibelsOf(level: Hundredths | null): Decibels | null {
  return level === null ? null : ((level / 100) as Decibels);
}

/** How far `level` lies above `limit`; negative below it. */
export function subtractLevels(level: Hundredths, limit: Hundredths): Hundredths {
  return (level - limit) as Hundredths;
}

/** Whether `level` exceeds `limit`. Strict: a level equal to its limit keeps it. */
export function exceedsLimit(level: Hundredths, limit: Hundredths): boolean {
  return level > limit;
}
