import { type Hundredths, levelRange, parseLevel } from "../../acoustics/levels/decibel.ts";
import { type CsvFormat, type Decimal, decodeCell, quoteCell } from "./csv-format.ts";
import { levelsOf } from "./header-names.ts";

/** Texts of cells without a value, in lower case. A format may add others. */
const missingMarkers: ReadonlySet<string> = new Set(
  "|-|--|---|-.-|--.-|-,-|--,-|nan|null|n/a|undef".split("|"),
);

/** True for a text of a cell without a value. */
export function isMissing(cell: string): boolean {
  return missingMarkers.has(cell.toLowerCase());
}

/** True for a cell of a column of flags that marks its row. */
export function isFlagSet(cell: string): boolean {
  const text = cell.toLowerCase();
  const isZero = /^0+(?:[.,]0+)?\s*%?$/.test(text);
  return !isMissing(text) && !unsetFlags.has(text) && !isZero;
}

const unsetFlags: ReadonlySet<string> = new Set(["n", "no", "f", "false", "ok", "none"]);

/** True for a cell that is a unit or a level of another frequency weighting than a column: LAeq, LCpeak. */
export function isOtherWeighting(name: string | null, cell: string): boolean {
  return isOther(name, cell, wholeUnit) || isOther(name, cell, wholeLevel);
}

/** True for a header that has a unit or begins with a level of another frequency weighting than a column. */
export function isOtherHeader(name: string | null, header: string): boolean {
  return isOther(name, header, unitInside) || isOther(name, header, levelAtStart);
}

/**
 * True for a cell in a column of a level that names another column: a whole band (`31.5 Hz`), another level, or one of
 * another weighting. `94.0 dB 1 kHz` and the unit of the column are part of a row.
 */
export function isHeading(name: string | null | undefined, cell: string): boolean {
  if (name?.startsWith("L") !== true) return false;
  return (
    /^[0-9]+(?:[.,][0-9]+)? ?k?Hz$/i.test(cell) ||
    levelsOf([cell]).some((level) => level.name !== name) ||
    isOtherWeighting(name, cell) ||
    (/^[^0-9]*\bdB/i.test(cell) && isOtherHeader(name, cell))
  );
}

/** True for a header that says a frequency weighting: `LAeq`, `Leq [dB(A)]`. `Value`, `Leq`, `Lpeak` say none. */
export function saysWeighting(header: string): boolean {
  return [unitInside, levelAtStart, /^l[acz]m|\b[acz][ -]?weight/i].some((pattern) =>
    pattern.test(header),
  );
}

/** A limit has any weighting. */
function isOther(name: string | null, text: string, pattern: RegExp): boolean {
  const weighting = pattern.exec(text)?.[1]?.toUpperCase();
  return name?.startsWith("L") === true && weighting !== undefined && name[1] !== weighting;
}

const unitInside = /db[\s\-(]*([acz])\b/i;
const levelAtStart = /^l([acz])(?=eq|f|s|i|p|[0-9])/i;
/** `dBC`, `[dB(C)]`. */
const wholeUnit = /^[[(]?db[\s\-(]*([acz])[)\]]*(?: re .*)?$/i;
/** `LCeq`, `LZF`, `LCpk`, `LAFmax [dB]`. `LC1` and `Las Vegas` are places. */
const wholeLevel =
  /^l([acz])(?:eq|[fsi]?(?:max|min|[1-9]0)|[fsi]|p(?:ea)?k(?:max)?)(?:[ ,_]?(?:d?t|[0-9]+ ?m?s))?(?: ?[[(]?db.*)?$/i;

/** True for a cell of a row of units below a header, such as `[dB(A)]` or `dB re 20 µPa`. */
export function isUnit(cell: string): boolean {
  return /^[[(]?db[\s\-(]*[acz]?\b/i.test(cell);
}

/** Returns the level in a cell, null for a cell without a value, and the reason for any other cell. */
export type LevelReader = (name: string, cell: string) => Hundredths | null | string;

export function createLevelReader({
  decimal,
  missing,
}: Pick<CsvFormat, "decimal" | "missing">): LevelReader {
  const markers = new Set([...missingMarkers, ...missing.map((text) => text.toLowerCase())]);
  return (name, cell) => {
    if (cell === "") return null;
    const plain = parseDecimal(cell, decimal, parseLevel);
    if (plain !== null && missing.length === 0) return plain;
    if (markers.has(cell.toLowerCase())) return null;
    if (plain !== null) return plain;
    const [, number = "", unit = ""] = withUnit.exec(decodeCell(cell)) ?? [];
    const level = parseDecimal(number, decimal, (text) => parseLevel(plainDecimal(text)));
    if (level === null) {
      const orNone = name === "limit" ? ", --column limit= leaves the column out" : "";
      const advice = /[0-9]/.test(cell)
        ? decimalAdvice(cell, decimal)
        : `: --missing ${quoteCell(cell)} makes it no value${orNone}`;
      return `${name} ${quoteCell(cell)} is no level from ${levelRange}${advice}`;
    }
    return isOtherWeighting(name, unit)
      ? `${name} ${quoteCell(cell)} has another frequency weighting`
      : level;
  };
}

/** A number, and its unit. */
const withUnit = /^([-+0-9.,e]+)\s*(db[\s-]?(?:[acz]|\([acz]\))?)?$/i;

/** Removes a plus, and the exponent of a number: `5.51e1` is `55.1`. */
function plainDecimal(text: string): string {
  return /e/i.test(text) ? Number(text).toFixed(9) : text.replace(/^\+(?=[0-9])/, "");
}

/** Parses a number with this decimal mark. Null if it has the other mark, or if `parse` returns null. */
export function parseDecimal<Value>(
  cell: string,
  decimal: Decimal,
  parse: (text: string) => Value | null,
): Value | null {
  if (decimal === ".") return parse(cell);
  return cell.includes(".") ? null : parse(cell.replace(",", "."));
}

/** The end of the reason for rejecting a cell: the option to use, if the cell has the other decimal mark. */
export function decimalAdvice(cell: string, decimal: Decimal): string {
  if (decimal === "." && /^-?[0-9]+,[0-9]+$/.test(cell)) {
    return ": for decimal commas use --decimal ','";
  }
  return decimal === "," && /^-?[0-9]+\.[0-9]+$/.test(cell)
    ? ": --decimal ',' expects decimal commas"
    : "";
}
