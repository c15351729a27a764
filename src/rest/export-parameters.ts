import { z } from "zod";
import { bucketKinds } from "../acoustics/aggregates/buckets.ts";
import { weightings } from "../acoustics/levels/weighting.ts";
import { findPageIssues } from "../acoustics/paging.ts";
import type { Instant } from "../acoustics/time/instant.ts";
import { instantParameter } from "./page-parameters.ts";
import { defineParameters, type ParameterShape, parseQuery } from "./query-parameters.ts";
import type { ExportOptions } from "../operations/exports/exported-sensor.ts";
import type { ExportKindName, RequestedExport } from "../operations/exports/open-export.ts";

const minCoverage = (byDefault: number) =>
  z
    .string()
    .regex(/^(?:0|1|0?\.[0-9]{1,9}|1\.0{1,9})$/, "must be a number from 0 to 1")
    .transform(Number)
    .default(byDefault);

const common = {
  projectId: z.string(),
  sensorId: z.string().default(""),
  startAt: instantParameter("2000-01-01"),
  endAt: instantParameter("2100-01-01"),
};
const seconds = z
  .string()
  .regex(/^(?:0|[1-9][0-9]{0,8})$/, "must be a whole number of seconds, 0 or more")
  .transform(Number)
  .default(0);
const fweighting = z.enum(weightings, { error: "must be A, C or Z" }).default("A");
const bucketParameter = z.enum(bucketKinds, { error: `must be one of ${bucketKinds.join(", ")}` });

const shapes = {
  measurements: { ...common, fweighting },
  aggregates: { ...common, bucket: bucketParameter, fweighting, minCoverage: minCoverage(0) },
  indicators: { ...common, minCoverage: minCoverage(0.75) },
  assessments: {
    ...common,
    criterionId: z.string().default(""),
    asOf: instantParameter("2026-01-01").optional(),
  },
  episodes: { ...common, fweighting, joinSeconds: seconds, minSeconds: seconds },
} as const satisfies Record<ExportKindName, ParameterShape>;

/** Parses the query string of an export. Throws `invalid_request`. `sensorId` and `criterionId` may be repeated. */
export function parseExport(kind: ExportKindName, query: string): RequestedExport {
  const sent = new URLSearchParams(query);
  const sensorIds = extractRepeated(sent, "sensorId");
  const criterionIds = extractRepeated(sent, "criterionId");
  const shape: ParameterShape = shapes[kind];
  const parameters = defineParameters(shape, findPageIssues);
  const values = parseQuery(parameters, sent.toString()) as unknown as ParsedExport;
  return {
    projectId: values.projectId,
    sensorIds,
    range: { startAt: values.startAt, endAt: values.endAt },
    weighting: values.fweighting ?? "A",
    bucket: values.bucket ?? "range",
    minCoverage: values.minCoverage ?? 0,
    criterionIds,
    asOf: values.asOf ?? null,
    joinSeconds: values.joinSeconds ?? 0,
    minSeconds: values.minSeconds ?? 0,
  };
}

/**
 * The values of a parameter that may be repeated. One value stays in `sent`, to be checked like any other parameter.
 */
function extractRepeated(sent: URLSearchParams, name: string): readonly string[] {
  const values = [...new Set(sent.getAll(name))];
  // Sorted, so that an empty value is the first one, and is refused like any other empty value.
  const [first] = values.toSorted();
  if (first !== undefined) sent.set(name, first);
  return values;
}

/** The values of all kinds; the shape of a kind decides which of them it has. */
type ParsedExport = z.output<z.ZodObject<typeof common>> & {
  readonly fweighting?: ExportOptions["weighting"];
  readonly bucket?: ExportOptions["bucket"];
  readonly minCoverage?: number;
  readonly asOf?: Instant | undefined;
  readonly joinSeconds?: number;
  readonly minSeconds?: number;
};
