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

/** The table whose columns are among these headers; null: one of samples, or none. */
export function kindOf(headers: readonly string[]): "classifications" | "exclusions" | null {
  const has = (name: string) => headers.some((header) => header.toLowerCase() === name);
  const kinds = ["classifications", "exclusions"] as const;
  return kinds.find((kind) => requiredColumns[kind].every(has)) ?? null;
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
  /** Positions of other headers that mean the level less surely. */
  readonly others: readonly number[];
}

/** The columns of levels in a header. */
export function levelsOf(headers: readonly string[]): LevelHeader[] {
  const plain = headers.map(plainHeader);
  return levelNames.flatMap((name) => {
    const known = otherHeaders[name] ?? [plainHeader(name)];
    const [position, ...others] = known.flatMap((text) =>
      plain.flatMap((header, index) => (header === text ? [index] : [])),
    );
    if (position === undefined) return [];
    const isVague = vagueHeaders.has(plain[position] ?? "");
    return [{ name, position, isVague, others }];
  });
}

function plainHeader(header: string): string {
  const plain = header
    .toLowerCase()
    // `LAeq,T` and `LAeq, 15min` are levels over a time, and `LAeq in dB` has its unit. `LA 1s` is a level of its own.
    .replace(
      /^(l[\w.]*\w)(?:[ ,_([]{1,2}|(?<=eq))(?:t|(?<!^la\W)[0-9]+ ?(?:ms|s|sec|min|m|h))\b/,
      "$1",
    )
    .replace(/ (?:in|en|em|i) (?=\W?db)/, "")
    // The level that 5.0 % of the time exceeds is not that of 50 %.
    .replaceAll(/(?<=[0-9])[.,]0+(?![0-9])/g, "")
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
  // The unit of a level that names its weighting says nothing more.
  return plain.replace(/(?<=^l[acz].*)db[acz]?$|(?<=^l.*)db$/, "");
}
