import { levelNames, type LevelName } from "../../acoustics/levels/level-names.ts";

/*
 * Other headers that mean a level of ours, the surest first. `LAeq_dt` is the level of an interval, and `LAeq` beside
 * it that since the start. A header is compared without its case, its unit, and all that is no letter or digit.
 */
const otherHeaders: Readonly<Partial<Record<LevelName, readonly string[]>>> = {
  LAeq: ["laeqdt", "laeq", "laeqt", "la1s", "noiselaeq", "leqa", "leqdba", "dba", "leq"],
  LCeq: ["lceqdt", "lceq", "leqc", "leqdbc"],
  LZeq: ["lzeqdt", "lzeq", "leqz", "leqdbz"],
  LAFmax: ["lafmaxdt", "lafmax", "lamax", "lmaxa", "lmaxdba", "lmax"],
  LAFmin: ["lafmindt", "lafmin", "lamin", "lmina", "lmindba", "lmin"],
  LCpeak: ["lcpkmaxdt", "lcpeakdt", "lcpeak", "lcpkmax", "lcpk", "lpeakc", "lpeakdbc"],
  LA10: ["laf10", "la10", "l10a", "l10dba", "l10"],
  LA50: ["laf50", "la50", "l50a", "l50dba", "l50"],
  LA90: ["laf90", "la90", "l90a", "l90dba", "l90"],
};

/** Headers that leave out a weighting which the level has. */
const vagueHeaders: ReadonlySet<string> = new Set([
  "leq",
  "lmax",
  "lmin",
  "l10",
  "l50",
  "l90",
  "lamax",
  "lamin",
  "lmaxa",
  "lmina",
  "lmaxdba",
  "lmindba",
]);

/** The columns that a table has besides the sensor and the time of a row. */
export const requiredColumns = {
  samples: [],
  classifications: ["model", "label", "confidence"],
  exclusions: ["end_at", "reason"],
} as const;

/**
 * The table whose columns are among these headers; null: one of samples, or none. Levels are those of samples. A file
 * of rejected rows has a reason for each, and may have an `end_at` that the import left out.
 */
export function kindOf(headers: readonly string[]): "classifications" | "exclusions" | null {
  const has = (name: string) => headers.some((header) => header.toLowerCase() === name);
  const kinds = ["classifications", "exclusions"] as const;
  const kind = kinds.find((name) => requiredColumns[name].every(has)) ?? null;
  const reasons = headers.filter((header) => header.toLowerCase() === "reason").length;
  if (["start_at", "end_at"].every(has) && reasons === 1) return "exclusions";
  if (kind === null || isOfRejected(headers) || levelsOf(headers).length > 0) return null;
  return kind === "exclusions" && has("datetime") && !has("start_at") ? null : kind;
}

/** True for the header of a file of rejected rows. */
export function isOfRejected(headers: readonly string[]): boolean {
  return headers.includes("line") && headers.includes("reason");
}

/** The parts of a date in three columns. */
export const dateHeaders = {
  year: /^(?:year|any|año|ano|jahr|année|annee|anno|yyyy)$/i,
  month: /^(?:month|mes|monat|mois|mese|mm)$/i,
  day: /^(?:day|dia|día|tag|jour|giorno|dd)$/i,
};
/** Headers of the clock of a row. */
export const clockHeader = /^(?:time|hour|clock|zeit|uhr|hora|heure|ora\b)/i;

/** Headers of times since a start, which look like clocks. */
export const lengthHeader =
  /elapsed|duration|timer|run ?time|dauer|laufzeit|verstrichen|durée|durata|duraci[oó]n|duração/i;

/** Headers of the time of an extreme, or of the time above a level: `Time of max`, `Highest at`. */
export const extremeHeader =
  /m[aá]x|peak|\bl\w*pk|of (?:the )?(?:min|l[acz])|\b(?:high|low|loud)(?:est)?\b|above|below|\bover\b|exceed/i;
const end = /\b(?:end|stop|ende|endzeit|fin|fine|hasta|bis|until|to)\b/i;

/** Headers of columns of the frequency weighting of a row. */
export const weightingHeader = /weight|bewert|pond[eé]ra/i;

/** True for a header of the names or numbers of sensors. */
export function saysSensor(header: string): boolean {
  return /^(?:sensor|device|station|node|monitor|meter|point|site)(?: (?:id|name|no|number|code))?$/i.test(
    wordsOf(header).trim(),
  );
}

/** True for a header of times that end an interval. */
export function saysEnd(header: string): boolean {
  return end.test(wordsOf(header));
}

/**
 * True for a header of times in UTC: it ends with UTC, has it for itself in brackets, or is one such as `UTCTime`.
 * `Time (UTC+1)`, `Time (UTC/GMT+1)` and `Local time (offset from UTC)` are in other zones.
 */
export function saysUtc(header: string): boolean {
  const words = wordsOf(header).trim();
  if (/local|offset/i.test(words)) return false;
  return /\butc$|[([] ?utc ?[)\]]|^utc ?(?:date ?)?(?:time ?(?:stamp)?)?$/i.test(words);
}

/** A header with blanks between its words: `end_time` and `EndTime` have two. */
function wordsOf(header: string): string {
  return header.replaceAll(/(?<=\p{Ll})(?=\p{Lu})|_/gu, " ");
}

/** The header of a level in a file. */
export interface LevelHeader {
  readonly name: LevelName;
  readonly position: number;
  /** True if the header does not say the whole weighting. */
  readonly isVague: boolean;
  /** True if the header says that the level is over another time than the interval of the rows. */
  readonly isOverOther: boolean;
  /** True if the header says a time, and the interval of the rows is not known. */
  readonly isOverUnknown: boolean;
  /** Positions of other headers that mean the level less surely. */
  readonly others: readonly number[];
}

/**
 * The columns of levels in a header. Of several, the surest comes first, and of equally sure ones that over the
 * interval of the rows, in milliseconds.
 */
export function levelsOf(
  headers: readonly string[],
  interval: number | null = null,
): LevelHeader[] {
  const read = headers.map(readLevelHeader);
  return levelNames.flatMap((name) => {
    const [first, ...others] = (otherHeaders[name] ?? [])
      .flatMap((known) =>
        [...read.entries()]
          .filter(([, { text }]) => text === known)
          .map(([position, header]) => ({ ...header, position, rank: rankOf(header, interval) }))
          .toSorted((left, right) => left.rank - right.rank),
      )
      .toSorted((left, right) => Number(left.rank === 2) - Number(right.rank === 2));
    if (first === undefined) return [];
    const { position, rank, text, length } = first;
    return [
      {
        name,
        position,
        isVague: vagueHeaders.has(text),
        isOverOther: rank === 2,
        isOverUnknown: length !== null && interval === null,
        others: others.map((other) => other.position),
      },
    ];
  });
}

/** The interval of rows may wander by as much as its group of distances. */
function rankOf({ length }: ReadHeader, interval: number | null): 0 | 1 | 2 {
  if (length === null || interval === null) return 1;
  return Math.abs(length - interval) * 10 <= length ? 0 : 2;
}

const units = { ms: 1, s: 1000, sec: 1000, min: 60_000, m: 60_000, h: 3_600_000 };

/** The text of a header that may mean a level, and the time over which it is: that of `LAeq,T` is not known. */
interface ReadHeader {
  readonly text: string;
  readonly length: number | null;
}

function readLevelHeader(header: string): ReadHeader {
  const lower = header.toLowerCase();
  const text = plainHeader(lower);
  const [over, name = "", count, unit] =
    /^(l[\w.]*\w)(?:[ ,_([]{1,2}|(?<=eq))(?:t|([0-9]+) ?(ms|s|sec|min|m|h))\b/.exec(lower) ?? [];
  // `LA 1s` is a level of its own.
  if (over === undefined || knownHeaders.has(text)) return { text, length: null };
  return {
    text: plainHeader(`${name}${lower.slice(over.length)}`),
    length: count === undefined ? null : Number(count) * units[unit as keyof typeof units],
  };
}

const knownHeaders: ReadonlySet<string> = new Set(Object.values(otherHeaders).flat());

function plainHeader(header: string): string {
  const plain = header
    .replace(/ (?:in|en|em|i) (?=\W?db)/, "")
    // The level that 5.0 % of the time exceeds is not that of 50 %.
    .replaceAll(/(?<=[0-9])[.,]0+(?![0-9])/g, "")
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
  // The unit of a level that names its weighting says nothing more.
  return plain.replace(/(?<=^l[acz].*)db[acz]?$|(?<=^l.*)db$/, "");
}
