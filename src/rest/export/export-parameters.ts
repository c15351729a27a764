import { z } from "zod";
import { bucketKinds } from "../../acoustics/aggregates/buckets.ts";
import { weightings } from "../../acoustics/levels/weighting.ts";
import { findPageIssues } from "../../acoustics/paging.ts";
import type { Interval } from "../../acoustics/time/interval.ts";
import { RequestError } from "../../http/requests/request-error.ts";
import { instantParameter } from "../page-parameters.ts";
import { defineParameters, type ParameterShape, parseQuery } from "../query-parameters.ts";
import type { ExportKindName, ExportOptions } from "./export-lines.ts";

/** The parameters of an export. */
export interface RequestedExport extends ExportOptions {
  readonly projectId: string;
  /** Empty: all that the key may read. */
  readonly sensorIds: readonly string[];
  readonly range: Interval;
}

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
const fweighting = z.enum(weightings, { error: "must be A, C or Z" }).default("A");
const bucketParameter = z.enum(bucketKinds, { error: `must be one of ${bucketKinds.join(", ")}` });

const shapes = {
  measurements: { ...common, fweighting },
  aggregates: { ...common, bucket: bucketParameter, fweighting, minCoverage: minCoverage(0) },
  indicators: { ...common, minCoverage: minCoverage(0.75) },
} as const satisfies Record<ExportKindName, ParameterShape>;

/**
 * Parses the query string of an export. Throws `invalid_request` with every issue. Only `sensorId` may be repeated.
 */
export function parseExport(kind: ExportKindName, query: string): RequestedExport {
  const sent = new URLSearchParams(query);
  const sensorIds = [...new Set(sent.getAll("sensorId"))];
  // An empty one comes first, so that it is refused like any other empty value.
  const [firstId] = sensorIds.toSorted();
  if (firstId !== undefined) sent.set("sensorId", firstId);
  const shape: ParameterShape = shapes[kind];
  const parameters = defineParameters(shape, findPageIssues);
  const parsed = parseQuery(parameters, sent.toString());
  if (!parsed.ok) throw RequestError.invalidRequest(parsed.issues);
  const values = parsed.values as unknown as ParsedExport;
  return {
    projectId: values.projectId,
    sensorIds,
    range: { startAt: values.startAt, endAt: values.endAt },
    weighting: values.fweighting ?? "A",
    bucket: values.bucket ?? "range",
    minCoverage: values.minCoverage ?? 0,
  };
}

/** The values of all kinds; the shape of a kind says which it has. */
type ParsedExport = z.output<z.ZodObject<typeof common>> & {
  readonly fweighting?: ExportOptions["weighting"];
  readonly bucket?: ExportOptions["bucket"];
  readonly minCoverage?: number;
};
