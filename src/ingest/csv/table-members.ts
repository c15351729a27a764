import { z } from "zod";
import { type Delimiter, delimiters, type Flag, type TableLayout } from "./csv-format.ts";

const text = z.string().min(1).max(500);
const texts = z.array(text).max(50);

/** The members of a profile that describe an instrument, for people. */
const about = z.strictObject({
  title: text,
  /** The names of its files. */
  files: text,
  /** The public files and readers from which the form is known. */
  source: text,
  "left-out": text,
  /** Doubts about the files. `acoustic look` prints them. */
  unclear: texts.default([]),
});

export type About = z.infer<typeof about>;

const table = z.strictObject({
  "begins-with": text.default(""),
  header: texts.min(1),
  "ends-at": text.optional(),
  "skip-rows": z.record(text, texts).default({}),
});

const columns = z.record(text, z.union([text.transform((header) => [header]), texts.min(1)]));

/** Parses the description of an instrument. Calls `refuse` with its issues. */
export function parseAbout(value: unknown, refuse: Refuse): About | undefined {
  return parsed(about, "about", value, refuse);
}

/**
 * Parses the members `table`, `column` and `flags` of a profile with a table: `column` lists the headers that a column
 * may have, the surest first. Calls `refuse` with their issues.
 */
export function parseLayout(
  members: Readonly<Record<string, unknown>>,
  flags: readonly Flag[],
  delimiter: Delimiter | undefined,
  refuse: Refuse,
): TableLayout | null {
  const found = parsed(table, "table", members["table"], refuse);
  const headers = parsed(columns, "column", members["column"] ?? {}, refuse);
  if (found === undefined || headers === undefined) return null;
  if ("sensor_id" in headers) refuse("column", "column: a table has no column of ids: use sensor");
  return {
    beginsWith: found["begins-with"],
    header: found.header,
    delimiters: delimiter === undefined ? delimiters : [delimiter],
    endsAt: found["ends-at"] ?? null,
    skipRows: new Map(Object.entries(found["skip-rows"])),
    columns: new Map(Object.entries(headers)),
    flags,
    flagColumns: Object.keys(members["flags"] ?? {}),
  };
}

type Refuse = (member: string, issue: string) => void;

function parsed<Schema extends z.ZodType>(
  schema: Schema,
  member: string,
  value: unknown,
  refuse: Refuse,
): z.output<Schema> | undefined {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  for (const { path, message } of result.error.issues) {
    refuse(member, `${[member, ...path.map(String)].join(".")}: ${message}`);
  }
  return undefined;
}
