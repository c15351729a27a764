import { createReadStream } from "node:fs";
import type { z } from "zod";
import type { SensorId } from "../../acoustics/ids.ts";
import { readInputs, requireRegularFile } from "../input-files.ts";
import { InvalidInput } from "../invalid-input.ts";
import { additionMessage } from "./criteria-schema.ts";
import { levelMessage } from "./limit-rules-schema.ts";
import { siteSchema } from "./site-schema.ts";
import { parseYaml, type Path } from "./yaml-document.ts";

type Declared = z.output<typeof siteSchema>["project"];

/** An operator's declaration of one project: a checked site file. */
export interface Site extends Omit<Declared, "sensors"> {
  readonly sensors: readonly SiteSensor[];
  /** Position of the project's id. */
  readonly position: SitePosition;
  /** The sensors that criteria name. Only the database shows if the project has them. */
  readonly namedSensors: readonly { readonly id: SensorId; readonly position: SitePosition }[];
}

export type SiteSensor = Declared["sensors"][number] & {
  /** Position of the sensor's id. */
  readonly position: SitePosition;
};

/** A position in a site file, for messages. */
export interface SitePosition {
  readonly file: string;
  readonly line: number;
  /** Path of the member, for example `project.sensors[2].id`. */
  readonly field: string;
}

export interface SiteIssue extends SitePosition {
  readonly message: string;
}

export type ParsedSiteFile =
  | { readonly ok: true; readonly site: Site }
  | { readonly ok: false; readonly issues: SiteIssue[] };

/**
 * The sites that files declare. Throws `InvalidInput` with every issue of every file. A file that is not regular or is
 * larger than 2 MiB is refused: parsing needs some hundred times its size in memory.
 */
export function readSiteFiles(files: readonly string[]): Promise<Site[]> {
  return readInputs(files, async (file) => {
    const parsed = parseSiteFile(await readText(file), file);
    if (!parsed.ok) throw new InvalidInput(parsed.issues.map(formatIssue));
    return parsed.site;
  });
}

/** The site that a file declares (YAML 1.2), or every issue with line and member. `file` is only for messages. */
export function parseSiteFile(text: string, file: string): ParsedSiteFile {
  const yaml = parseYaml(text);
  if (!yaml.ok) {
    return { ok: false, issues: yaml.issues.map((issue) => ({ file, field: "", ...issue })) };
  }
  const positionOf = (path: Path): SitePosition => ({
    file,
    line: yaml.lineOf(path),
    field: formatPath(path),
  });
  const checked = siteSchema.safeParse(yaml.value, { error: describeIssue });
  const issues = (checked.error?.issues ?? [])
    .flatMap(splitUnknownMembers)
    .map(({ path, message }) => ({ ...positionOf(path), message }));
  const fields = new Set(issues.map(({ field }) => field));
  for (const position of yaml.tooFineLevels.map(positionOf)) {
    const message = position.field.endsWith(".add") ? additionMessage : levelMessage;
    if (!fields.has(position.field)) issues.push({ ...position, message });
  }
  if (!checked.success || issues.length > 0) {
    return { ok: false, issues: issues.toSorted((left, right) => left.line - right.line) };
  }
  const { project } = checked.data;
  const sensors = project.sensors.map((sensor, index) => ({
    ...sensor,
    position: positionOf(["project", "sensors", index, "id"]),
  }));
  const namedSensors = project.criteria.flatMap((criterion, index) =>
    (criterion.sensors ?? []).map((id, entry) => ({
      id,
      position: positionOf(["project", "criteria", index, "sensors", entry]),
    })),
  );
  const position = positionOf(["project", "id"]);
  return { ok: true, site: { ...project, sensors, namedSensors, position } };
}

/** `site.yaml:12: project.name: is required` */
export function formatIssue({ file, line, field, message }: SiteIssue): string {
  return `${file}:${line}: ${field === "" ? "" : `${field}: `}${message}`;
}

async function readText(file: string): Promise<string> {
  await requireRegularFile(file);
  const chunks: Buffer[] = [];
  // Reads one byte more than the bound. The size in the file system is not reliable: some system files are longer than
  // it states.
  const stream = createReadStream(file, { end: greatestBytes });
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  if (bytes.length > greatestBytes) throw new Error("it is larger than 2 MiB");
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

const greatestBytes = 2 * 1024 * 1024;

function formatPath(path: Path): string {
  return path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${shorten(String(step))}`))
    .join("")
    .replace(/^\./, "");
}

function shorten(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name;
}

function splitUnknownMembers(issue: z.core.$ZodIssue): { path: Path; message: string }[] {
  return issue.code === "unrecognized_keys"
    ? issue.keys.map((key) => ({ path: [...issue.path, key], message: issue.message }))
    : [issue];
}

/** The issues of zod, as messages for authors of site files. */
const describeIssue: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === "unrecognized_keys") return "is an unknown member";
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
