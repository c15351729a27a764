import { type Hundredths, levelRange, parseLevel } from "../../acoustics/levels/decibel.ts";
import { type CsvFormat, type Decimal, quoteCell } from "./csv-format.ts";

/** Texts of cells without a value, in lower case. A format may add others. */
const missingMarkers: ReadonlySet<string> = new Set([
  "",
  "-",
  "--",
  "---",
  "-.-",
  "--.-",
  "-,-",
  "--,-",
  "nan",
  "null",
  "n/a",
  "undef",
]);

/** True for a cell of a column of flags that marks its row. */
export function isFlagSet(cell: string): boolean {
  const text = cell.toLowerCase();
  return !missingMarkers.has(text) && !unsetFlags.has(text);
}

const unsetFlags: ReadonlySet<string> = new Set(["0", "n", "no", "f", "false", "ok", "none"]);

/** Units behind a level, and the weighting that they name; null: none. */
const units: ReadonlyMap<string, string | null> = new Map([
  ["db", null],
  ...["A", "C", "Z"].flatMap((weighting): [string, string][] =>
    ["dbX", "db(X)", "db X", "db-X", "db (X)"].map((form) => [
      form.replace("X", weighting.toLowerCase()),
      weighting,
    ]),
  ),
]);

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
    const [, number = "", unit = null] =
      /^([-+0-9.,eE]+)[ \u00a0\u00c2]*([dD][bB].*)?$/.exec(cell) ?? [];
    const weighting = unit === null ? null : units.get(unit.toLowerCase());
    const level =
      weighting === undefined
        ? null
        : parseDecimal(number, decimal, (text) => parseLevel(plainDecimal(text)));
    if (level === null) {
      return `${name} ${quoteCell(cell)} is no level from ${levelRange}${decimalAdvice(cell, decimal)}`;
    }
    // A column of levels has the weighting of its name: LAeq, LCpeak. A limit has any.
    const isOther = weighting !== null && name.startsWith("L") && name[1] !== weighting;
    return isOther ? `${name} ${quoteCell(cell)} has another frequency weighting` : level;
  };
}

/** Removes a plus, and shifts the decimal point of a number with an exponent: `5.51e1` is `55.1`. */
function plainDecimal(text: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^([+-]?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]{1,2}))?$/.exec(text) ?? [];
  if (whole === "") return "";
  const point = whole.length + Number(exponent);
  const digits = `${whole}${fraction}`
    .padEnd(point, "0")
    .padStart(fraction.length + whole.length + Math.max(0, 1 - point), "0");
  const at = Math.max(1, point);
  const integer = digits.slice(0, at).replace(/^0+(?=[0-9])/, "");
  const rest = digits.slice(at);
  return `${sign === "-" ? "-" : ""}${integer}${rest === "" ? "" : `.${rest}`}`;
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
