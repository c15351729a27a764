import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
} from "yaml";
import type { z } from "zod";
import { levelMessage } from "./limit-rules-schema.ts";
import type { Site, SiteIssue, SitePlace } from "./site.ts";
import { siteSchema } from "./site-schema.ts";
import { levelsWrittenTooFinely } from "./written-levels.ts";

export type ParsedSiteFile =
  | { readonly ok: true; readonly site: Site }
  | { readonly ok: false; readonly issues: SiteIssue[] };

/**
 * The site that a file declares (YAML 1.2, of which JSON is a part), or every issue in it with its
 * line, its member and what to do about it. `fileName` is only repeated in messages.
 */
export function parseSiteFile(text: string, fileName: string): ParsedSiteFile {
  const lines = new LineCounter();
  const read = readDocument(text, lines);
  if (!read.ok) {
    return {
      ok: false,
      issues: read.issues.map(({ offset, message }) => ({
        file: fileName,
        line: lines.linePos(offset).line,
        field: "",
        message,
      })),
    };
  }
  const placeOf = (path: Path): SitePlace => ({
    file: fileName,
    line: lineOf(read.document, lines, path),
    field: formatPath(path),
  });
  const checked = siteSchema.safeParse(read.value, { error: describeIssue });
  const issues = (checked.error?.issues ?? [])
    .flatMap(splitUnknownMembers)
    .map(({ path, message }) => ({ ...placeOf(path), message }));
  for (const place of read.tooFine.map(placeOf)) {
    if (!issues.some(({ field }) => field === place.field)) {
      issues.push({ ...place, message: levelMessage });
    }
  }
  if (!checked.success || issues.length > 0) {
    return { ok: false, issues: issues.toSorted((left, right) => left.line - right.line) };
  }
  const { project } = checked.data;
  const sensors = project.sensors.map((sensor, index) => ({
    ...sensor,
    place: placeOf(["project", "sensors", index, "id"]),
  }));
  return { ok: true, site: { ...project, sensors, place: placeOf(["project", "id"]) } };
}

/** `site.yaml:12: project.name: is required` */
export function formatIssue({ file, line, field, message }: SiteIssue): string {
  return `${file}:${line}: ${field === "" ? "" : `${field}: `}${message}`;
}

type Path = readonly PropertyKey[];

type ReadDocument =
  | {
      readonly ok: true;
      readonly document: Document;
      readonly value: unknown;
      /** Levels with more decimals than their value shows. */
      readonly tooFine: readonly Path[];
    }
  | {
      readonly ok: false;
      readonly issues: { readonly offset: number; readonly message: string }[];
    };

function readDocument(text: string, lineCounter: LineCounter): ReadDocument {
  try {
    const document = parseDocument(text, { lineCounter, prettyErrors: false, stringKeys: true });
    const issues = [...document.errors, ...document.warnings].map(({ code, pos, message }) => ({
      offset: pos[0],
      message: code === "MULTIPLE_DOCS" ? "a site file holds one document, not several" : message,
    }));
    if (issues.length > 0) return { ok: false, issues };
    const value: unknown = document.toJS();
    return { ok: true, document, value, tooFine: levelsWrittenTooFinely(document) };
  } catch (error) {
    // Aliases without end, or nesting without end.
    return { ok: false, issues: [{ offset: 0, message: `cannot be read: ${String(error)}` }] };
  }
}

/** The line of the member that a path leads to, or of the last one on the way that exists. */
function lineOf(document: Document, lines: LineCounter, path: Path): number {
  let node: unknown = document.contents;
  let offset = offsetOf(node) ?? 0;
  for (const step of path) {
    const holder = isAlias(node) ? node.resolve(document) : node;
    if (isMap(holder)) {
      const pair = holder.items.find(({ key }) => isScalar(key) && key.value === step);
      offset = offsetOf(pair?.key) ?? offset;
      node = pair?.value;
    } else if (isSeq(holder)) {
      node = holder.items[Number(step)];
      offset = offsetOf(node) ?? offset;
    }
  }
  return lines.linePos(offset).line;
}

function offsetOf(node: unknown): number | undefined {
  return (node as Node | null | undefined)?.range?.[0];
}

function formatPath(path: Path): string {
  return path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`))
    .join("")
    .replace(/^\./, "");
}

function splitUnknownMembers(issue: z.core.$ZodIssue): { path: Path; message: string }[] {
  return issue.code === "unrecognized_keys"
    ? issue.keys.map((key) => ({ path: [...issue.path, key], message: issue.message }))
    : [issue];
}

/** What zod finds, in words for people who write site files. */
const describeIssue: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === "unrecognized_keys") return "is not a member that is known here";
  if (issue.code !== "invalid_type") return undefined;
  if (issue.input === undefined || issue.input === null) return "is required";
  const expected = { string: "text", number: "a number", array: "a list", object: "a map" }[
    issue.expected as "string" | "number" | "array" | "object"
  ];
  const isQuotable = typeof issue.input === "number" || typeof issue.input === "boolean";
  if (issue.expected === "string" && isQuotable) return "must be text: put it in quotes";
  if (issue.expected === "number" && typeof issue.input === "string") {
    return "must be a number, without quotes";
  }
  return `must be ${expected}`;
};
