import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import {
  columnHelp,
  type Flag,
  flagHelp,
  type FormatOptions,
  formatOptions,
  parseColumn,
  parseFlag,
  quoteText,
} from "./csv-format.ts";
import { cannotBeRead, requireRegularFile } from "../input-files.ts";
import { InvalidInput } from "../invalid-input.ts";
import { parseYaml } from "../site/yaml-document.ts";
import { packageFile } from "../../system/package-files.ts";
import { type About, parseAbout, parseLayout } from "./table-members.ts";

/** The options of an import that a profile file declares. */
export interface Profile {
  readonly format: FormatOptions;
  /** Days that recordings are kept; undefined: not declared. */
  readonly retainDays?: number;
  /** The description of an instrument. */
  readonly about?: About;
}

/** Reads a profile that the operator names. Throws `InvalidInput` with every issue. */
export async function readProfile(file: string): Promise<Profile> {
  let text: string;
  try {
    if ((await requireRegularFile(file)) > greatestBytes) throw new Error(tooLong);
    text = await readFile(file, "utf8");
  } catch (error) {
    throw new InvalidInput([`${file}: ${cannotBeRead(error)}`]);
  }
  return parseProfile(file, text);
}

/**
 * Parses a profile, a YAML text: `formatOptions` by name, `column: { LAeq: Leq, LAFmax: "#7" }`, `missing: ["x"]`,
 * `flags: { Over: { O: overload } }`, `retain-days`, `instrument: nti-xl2`, and the members of `table-members.ts`.
 * Throws `InvalidInput` with every issue, unknown names among them, and for a text of more than 64 KiB.
 */
export function parseProfile(file: string, text: string): Profile {
  if (Buffer.byteLength(text) > greatestBytes) throw new InvalidInput([`${file}: ${tooLong}`]);
  const parsed = parseYaml(text);
  if (!parsed.ok) {
    throw new InvalidInput(parsed.issues.map(({ line, message }) => `${file}:${line}: ${message}`));
  }
  const value = parsed.value ?? {};
  if (typeof value !== "object" || Array.isArray(value)) {
    throw new InvalidInput([`${file}:1: a profile is a map of options to their values`]);
  }
  const issues: string[] = [];
  const profile = parseMembers(
    value as Record<string, unknown>,
    (name, issue) => issues.push(`${file}:${parsed.lineOf([name])}: ${issue}`),
    parsed.numberText,
  );
  if (issues.length > 0) throw new InvalidInput(issues);
  return profile;
}

/** The options of a command that may be repeated. */
export interface RepeatedOptions {
  readonly column?: readonly string[];
  readonly flag?: readonly string[];
  readonly missing?: readonly string[];
}

/** Parses the options of a command by their names, also in camel case. Throws `InvalidInput` with every issue. */
export function parseFormatOptions(
  options: Readonly<Record<string, unknown>>,
  { column = [], flag = [], missing = [] }: RepeatedOptions = {},
): FormatOptions {
  const issues: string[] = [];
  const valueOf = (name: string) =>
    options[name] ??
    options[name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())];
  const format = parseTexts(valueOf, (name, issue) => issues.push(`--${name}: ${issue}`));
  const columns = parseColumns(column, (issue) => issues.push(`--column: ${issue}`));
  const flags = parseFlags(flag, (issue) => issues.push(`--flag: ${issue}`));
  const { instrument } = options;
  const base =
    instrument === undefined
      ? {}
      : parseInstrument(instrument, (issue) => issues.push(`--instrument: ${issue}`));
  if (issues.length > 0) throw new InvalidInput(issues);
  return { ...base, ...format, columns, flags, missing: [...(base.missing ?? []), ...missing] };
}

/** The profile of an instrument that ships with the gateway. Throws `InvalidInput` for another name. */
export function readInstrument(name: string): Profile {
  const file = `src/ingest/instruments/${name}.yaml`;
  let text: string;
  try {
    if (!/^[a-z0-9-]{1,64}$/.test(name)) throw new Error("no such name");
    text = readFileSync(packageFile(file), "utf8");
  } catch {
    throw new InvalidInput([
      `there is no instrument ${quoteText(name)}: acoustic instruments lists them`,
    ]);
  }
  return parseProfile(file, text);
}

const greatestBytes = 64 * 1024;
const tooLong = "it is over 64 KiB long";

type Refuse = (name: string, issue: string) => void;

function parseMembers(
  members: Readonly<Record<string, unknown>>,
  refuse: Refuse,
  numberText: NumberText,
): Profile {
  const texts: Record<string, string> = {};
  const lists = { column: [], flags: [], missing: [] } as Record<string, readonly string[]>;
  let retainDays: number | undefined;
  let base: FormatOptions = {};
  let hasTable = false;
  const known = [
    "instrument",
    ...Object.keys(formatOptions),
    ...Object.keys(lists),
    "table",
    "about",
    "retain-days",
  ];
  for (const [name, value] of Object.entries(members)) {
    if (!known.includes(name)) {
      refuse(name, `unknown option ${quoteText(name)}; options are ${known.join(", ")}`);
    } else if (name === "instrument") {
      base = parseInstrument(value, (issue) => refuse(name, issue));
    } else if (name === "table" || name === "about") {
      hasTable ||= name === "table";
    } else if (name in lists) {
      lists[name] = listedTexts(value, name === "flags" ? ":" : "=", [name], numberText);
    } else if (name === "retain-days") {
      if (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 36_500) {
        retainDays = Number(value);
      } else refuse(name, "retain-days: must be a whole number from 1 to 36500");
    } else if (typeof value === "string" || (typeof value === "number" && name === "skip-lines")) {
      texts[name] = String(value);
      // YAML reads 0012 as the number 12, which may be another sensor.
    } else refuse(name, `${name}: must be a text; put it in quotes`);
  }
  const { column = [], flags = [], missing = [] } = lists;
  const parsedFlags = parseFlags(flags, (issue) => refuse("flags", `flags: ${issue}`));
  const format = parseTexts(
    (name) => texts[name],
    (name, issue) => refuse(name, `${name}: ${issue}`),
  );
  const about = "about" in members ? parseAbout(members["about"], refuse) : undefined;
  const columns = () => parseColumns(column, (issue) => refuse("column", `column: ${issue}`));
  const own = hasTable
    ? { layout: parseLayout(members, parsedFlags, format.delimiter, refuse) }
    : { columns: columns(), flags: parsedFlags };
  return {
    format: { ...base, ...format, ...own, missing: [...(base.missing ?? []), ...missing] },
    ...(retainDays === undefined ? {} : { retainDays }),
    ...(about === undefined ? {} : { about }),
  };
}

function parseInstrument(value: unknown, refuse: (issue: string) => void): FormatOptions {
  try {
    return readInstrument(String(value)).format;
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    for (const issue of error.issues) refuse(issue);
    return {};
  }
}

type NumberText = (path: readonly PropertyKey[]) => string | undefined;

/** A list as on the command line, or a map: `{ LAeq: Leq }` is `LAeq=Leq`, `{ Over: { O: x } }` is `Over=O:x`. */
function listedTexts(
  value: unknown,
  inner: string,
  path: readonly PropertyKey[],
  numberText: NumberText,
): readonly string[] {
  const textOf = (held: unknown, ...steps: readonly PropertyKey[]) =>
    numberText([...path, ...steps]) ?? String(held);
  if (Array.isArray(value)) return value.map((held, index) => textOf(held, index));
  if (typeof value !== "object" || value === null) return [textOf(value)];
  return Object.entries(value as Record<string, unknown>).flatMap(([name, held]) =>
    typeof held === "object" && held !== null
      ? Object.entries(held as Record<string, unknown>).map(
          ([key, reason]) => `${name}=${key}${inner}${textOf(reason, name, key)}`,
        )
      : // A name without a value was left unfinished. `''` is an empty header.
        [held === null ? name : `${name}=${textOf(held, name)}`],
  );
}

function parseFlags(texts: readonly string[], refuse: (issue: string) => void): readonly Flag[] {
  return texts.flatMap((text) => {
    const flag = parseFlag(text);
    if (flag === null) refuse(`${flagHelp}, and is ${quoteText(text)}`);
    return flag ?? [];
  });
}

function parseTexts(valueOf: (name: string) => unknown, refuse: Refuse): FormatOptions {
  const parsed = Object.entries(formatOptions).map(([name, option]) => {
    const text = valueOf(name);
    if (typeof text !== "string") return {};
    const result = option.parse(text);
    if (typeof result !== "string") return result;
    refuse(name, `${result}, and is ${quoteText(text)}`);
    return {};
  });
  return Object.assign({}, ...parsed) as FormatOptions;
}

function parseColumns(
  texts: readonly string[],
  refuse: (issue: string) => void,
): ReadonlyMap<string, string> {
  const columns = new Map<string, string>();
  for (const text of texts) {
    const [name, header] = parseColumn(text) ?? [];
    if (name === undefined || header === undefined) {
      refuse(`${columnHelp}, and is ${quoteText(text)}`);
    } else if (columns.has(name)) refuse(`${name} is given twice`);
    else if (header !== "" && [...columns.values()].includes(header)) {
      refuse(`the column ${quoteText(header)} is given twice`);
    } else columns.set(name, header);
  }
  return columns;
}
