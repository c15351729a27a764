import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { levelNames, type LevelName } from "../../src/acoustics/levels/level-names.ts";

/** A random file of a meter: its bytes, the options that describe it, and the values from which it was written. */
export interface MeterFile {
  readonly bytes: Uint8Array;
  /** Words as on the command line. */
  readonly options: readonly string[];
  /** The levels in hundredths of a dB, by second. */
  readonly written: ReadonlyMap<number, string>;
  /** True if each row has one instant: none is in a repeated hour. */
  readonly isDecided: boolean;
  readonly form: Form;
  /** The zone of the times. */
  readonly zone: string;
}

const zones = [
  "+01:00",
  "-03:30",
  "Etc/GMT+1",
  "Europe/London",
  "America/St_Johns",
  "Australia/Lord_Howe",
];
const orders = ["YYYY MM DD", "YYYY DD MM", "DD MM YYYY", "MM DD YYYY"];
const markers = ["", "-", "--", "---", "-.-", "--.-", "NaN", "null", "N/A", "UNDEF", "n.a."];
const headers: Readonly<Partial<Record<LevelName, readonly string[]>>> = {
  LAeq: ["LAeq", "Leq (dBA)", "LAeq [dB]", "Lärm LAeq"],
  LAFmax: ["LAFmax", "Lmax, dB-A", 'LAFmax "F"'],
};

const level = fc.integer({ min: -2000, max: 20_000 });

const forms = fc.record({
  delimiter: fc.constantFrom(",", ";", "\t", "|"),
  decimal: fc.constantFrom(".", ","),
  /** Null: UTC with a Z; an empty text: UTC, and nothing says so. */
  zone: fc.constantFrom(null, "", ...zones),
  date: fc.constantFrom("ISO", "ISO", "unix", "unix-ms", ...orders),
  separator: fc.constantFrom("/", ".", "-"),
  clock: fc.constantFrom("HH:mm", "HH:mm:ss", "HH:mm[:ss]", "h:mm A", "h:mm:ss A"),
  isShort: fc.boolean(),
  has24: fc.boolean(),
  fraction: fc.constantFrom("", ".000", ".999", ",25"),
  split: fc.constantFrom("whole", "date and time", "year"),
  padding: fc.constantFrom("", "", " ", "   ", "\u00a0"),
  isQuoted: fc.boolean(),
  number: fc.constantFrom("plain", "zeros", "plus", "exponent", "unit"),
  marker: fc.constantFrom(...markers),
  encoding: fc.constantFrom("utf8", "mark", "utf16le", "utf16be", "latin1"),
  lineEnd: fc.constantFrom("\n", "\r\n", "\r"),
  titles: fc.integer({ min: 0, max: 3 }),
  naming: fc.constantFrom("ours", "theirs", "numbers"),
  others: fc.integer({ min: 0, max: 3 }),
  hasUnits: fc.boolean(),
  hasSurplus: fc.boolean(),
  isReversed: fc.boolean(),
  endsOpen: fc.boolean(),
  labels: fc.constantFrom("start", "end"),
  noise: fc.array(fc.constantFrom("", "# on", "delimiters", "header"), { maxLength: 3 }),
});

export type Form = typeof forms extends fc.Arbitrary<infer Value> ? Value : never;

const table = fc.record({
  columns: fc.subarray(["LAeq", "LAFmax", "LA10", "LA90"] as const, { minLength: 1 }),
  /** Near a clock change of London, one of Lord Howe, the end of a year, or anywhere. */
  start: fc.oneof(
    fc.integer({ min: Date.UTC(2001, 1) / 1000, max: Date.UTC(2037, 1) / 1000 }),
    fc
      .constantFrom(
        "2026-10-24T23:10:00Z",
        "2026-03-29T00:00:00Z",
        "2026-04-04T14:00:00Z",
        "2026-12-31T23:00:00Z",
      )
      .map((text) => Date.parse(text) / 1000),
  ),
  step: fc.constantFrom(1, 60, 300, 600, 900, 3600),
  rows: fc.array(fc.array(fc.option(level, { freq: 4 }), { minLength: 4, maxLength: 4 }), {
    minLength: 1,
    maxLength: 30,
  }),
});

export const meterFiles: fc.Arbitrary<MeterFile> = fc.tuple(table, forms).map(write);

function write([{ columns, start, step, rows }, given]: [Table, Form]): MeterFile {
  const isUnix = given.date.startsWith("unix");
  const clock = given.date === "ISO" ? "HH:mm:ss" : given.clock;
  const hasSeconds = isUnix || clock.includes("s");
  // A clock without seconds writes whole minutes.
  const length = hasSeconds ? step : Math.max(60, step);
  const first = hasSeconds ? start : start - (start % 60);
  const zone = isUnix || given.zone === null || given.zone === "" ? "UTC" : given.zone;
  const hasOffset = isUnix || given.zone === null;
  const late = given.labels === "end" ? length : 0;
  const names = columns.map((name) => headerOf(name, given));
  const times = timeColumns(given, isUnix);
  const others = Array.from({ length: given.others }, (_, index) => `Other ${"abc"[index]}`);
  const header = [...times, ...names, ...others];
  const written = new Map<number, string>();
  let isDecided = true;
  const lines = rows.flatMap((levels, index) => {
    const own = columns.map((_, at): number | null => levels[at] ?? null);
    if (!own.some((one) => one !== null)) own[0] = 5000;
    const second = first + index * length;
    written.set(second, textOf(columns, own));
    isDecided &&= hasOffset || isOnce(second + late, zone);
    const cells = [
      ...timeCells(second + late, zone, clock, given, isUnix),
      ...own.map((one) => levelCell(one, given)),
      ...others.map(() => "x y"),
    ];
    return lineOf(cells, given) + (given.hasSurplus ? given.delimiter : "");
  });
  if (given.isReversed && isDecided) lines.reverse();
  const noise = given.noise.map((kind) =>
    kind === "delimiters"
      ? given.delimiter.repeat(header.length - 1)
      : kind === "header"
        ? lineOf(header, given)
        : kind,
  );
  lines.splice(Math.floor(lines.length / 2), 0, ...noise);
  const units = header.map((name) => (names.includes(name) ? "[dB]" : ""));
  const all = [
    ...Array.from({ length: given.titles }, (_, index) => `Meter; no. ${index}, Größe "A"`),
    lineOf(header, given),
    ...(given.hasUnits ? [lineOf(units, given)] : []),
    ...lines,
  ];
  const text = all.join(given.lineEnd) + (given.endsOpen ? "" : given.lineEnd);
  return {
    bytes: encode(text, given.encoding),
    options: optionsOf(header, columns, given, { isUnix, clock, length, hasOffset }),
    written,
    isDecided,
    form: given,
    zone,
  };
}

type Table = typeof table extends fc.Arbitrary<infer Value> ? Value : never;

function optionsOf(
  header: readonly string[],
  columns: readonly LevelName[],
  given: Form,
  {
    isUnix,
    clock,
    length,
    hasOffset,
  }: { isUnix: boolean; clock: string; length: number; hasOffset: boolean },
): string[] {
  const parts = {
    whole: ["datetime"],
    "date and time": ["date", "time"],
    year: ["year", "month", "day", "time"],
  };
  const ours = [...(isUnix ? parts.whole : parts[given.split]), ...columns];
  const columnOf = (name: string, at: number) =>
    `${name}=${given.naming === "numbers" ? `#${at + 1}` : header[at]}`;
  const isDeclared = given.date !== "ISO" || given.isShort || given.split === "year";
  const form = isUnix
    ? given.date
    : `${(given.date === "ISO" ? "YYYY MM DD" : given.date).replaceAll(" ", given.date === "ISO" ? "-" : given.separator)} ${clock}`;
  return [
    "--delimiter",
    given.delimiter === "\t" ? "tab" : given.delimiter,
    "--decimal",
    given.decimal,
    ...ours.flatMap((name, at) => ["--column", columnOf(name, at)]),
    ...(isDeclared ? ["--date-format", form] : []),
    ...(hasOffset || given.zone === "" || given.zone === null ? [] : ["--timezone", given.zone]),
    ...(given.titles === 0 ? [] : ["--skip-lines", String(given.titles)]),
    ...(given.marker === "n.a." ? ["--missing", "n.a."] : []),
    ...(given.labels === "end" ? ["--labels", "end", "--interval", `${length}s`] : []),
  ];
}

/** `LAeq 6130 dB, LA90 5200`: the levels in hundredths, in the order of the product. */
export function textOf(columns: readonly LevelName[], levels: readonly (number | null)[]): string {
  return levelNames
    .flatMap((name) => {
      const value = levels[columns.indexOf(name)] ?? null;
      return columns.includes(name) && value !== null ? [`${name} ${value}`] : [];
    })
    .join(" dB, ");
}

function headerOf(name: LevelName, given: Form): string {
  const known = headers[name] ?? [name];
  return given.naming === "ours" ? name : (known[given.titles % known.length] ?? name);
}

function timeColumns(given: Form, isUnix: boolean): string[] {
  if (isUnix || given.split === "whole") return [given.naming === "ours" ? "datetime" : "Time"];
  return given.split === "year" ? ["Year", "Month", "Day", "Clock"] : ["Date", "Clock"];
}

function timeCells(
  second: number,
  zone: string,
  clock: string,
  given: Form,
  isUnix: boolean,
): string[] {
  const fraction = clock.includes("s") || isUnix ? given.fraction : "";
  if (given.date === "unix") return [`${second}${fraction}`];
  if (given.date === "unix-ms") return [`${second * 1000}`];
  const instant = Temporal.Instant.fromEpochMilliseconds(second * 1000);
  let local = instant.toZonedDateTimeISO(zone).toPlainDateTime();
  const isHalf = clock.endsWith("A");
  const isMidnight = local.hour === 0 && local.minute === 0 && local.second === 0;
  const is24 = given.has24 && isMidnight && !isHalf && !/[1-9]/.test(fraction);
  if (is24) local = local.subtract({ days: 1 });
  const pad = (value: number, digits = 2) =>
    given.isShort ? String(value) : String(value).padStart(digits, "0");
  const order = given.date === "ISO" ? "YYYY MM DD" : given.date;
  const parts: Record<string, string> = {
    YYYY: String(local.year).padStart(4, "0"),
    MM: pad(local.month),
    DD: pad(local.day),
  };
  const hour = is24 ? 24 : isHalf ? local.hour % 12 || 12 : local.hour;
  const minutes = String(local.minute).padStart(2, "0");
  const seconds = clock.includes("s") ? `:${String(local.second).padStart(2, "0")}${fraction}` : "";
  const half = isHalf ? ` ${local.hour < 12 ? "AM" : "PM"}` : "";
  const time = `${pad(hour)}:${minutes}${seconds}${half}${given.zone === null ? "Z" : ""}`;
  if (given.split === "year")
    return [parts["YYYY"] ?? "", parts["MM"] ?? "", parts["DD"] ?? "", time];
  const mark = given.date === "ISO" ? "-" : given.separator;
  const date = order
    .split(" ")
    .map((part) => parts[part])
    .join(mark);
  return given.split === "whole" ? [`${date} ${time}`] : [date, time];
}

function levelCell(value: number | null, { decimal, number, marker }: Form): string {
  if (value === null) return marker;
  const sign = value < 0 ? "-" : "";
  const digits = String(Math.abs(value)).padStart(3, "0");
  const [whole, hundredths] = [digits.slice(0, -2), digits.slice(-2)];
  const plain = `${sign}${whole}${decimal}${hundredths}`;
  if (number === "zeros") return `${sign}${whole}${decimal}${hundredths}000`;
  if (number === "plus") return value < 0 ? plain : `+${plain}`;
  if (number === "unit") return `${plain} dB`;
  return number === "exponent" ? `${sign}${Math.abs(value)}e-2` : plain;
}

function lineOf(cells: readonly string[], { delimiter, padding, isQuoted }: Form): string {
  return cells
    .map((cell) => {
      const needs = isQuoted || cell.includes(delimiter) || cell.startsWith('"');
      const quoted = needs ? `"${cell.replaceAll('"', '""')}"` : cell;
      return `${padding}${quoted}${padding}`;
    })
    .join(delimiter);
}

function encode(text: string, encoding: Form["encoding"]): Uint8Array {
  if (encoding === "utf8") return Buffer.from(text);
  if (encoding === "mark") return Buffer.from(`\ufeff${text}`);
  if (encoding === "latin1") return Buffer.from(text, "latin1");
  const wide = Buffer.from(`\ufeff${text}`, "utf16le");
  return encoding === "utf16le" ? wide : wide.swap16();
}

/** True if the local time of an instant has no other instant. */
function isOnce(second: number, zone: string): boolean {
  const local = Temporal.Instant.fromEpochMilliseconds(second * 1000).toZonedDateTimeISO(zone);
  const plain = local.toPlainDateTime();
  const [early, late] = (["earlier", "later"] as const).map(
    (disambiguation) => plain.toZonedDateTime(zone, { disambiguation }).epochMilliseconds,
  );
  return early === late;
}
