import { getTableName } from "drizzle-orm";
import { placements } from "../../src/database/scale-out/distribute.ts";

/*
 * The rules of statements on a database that is distributed by sensor. They apply on every server, so that a statement
 * that would not find its worker fails in tests without Citus.
 */

const telemetry = placements.bySensor.map(getTableName).join("|");

/** A table of telemetry that is read or changed: not a column of it, nor what is inserted into. */
const reference = new RegExp(String.raw`(?<!insert into )"(?:${telemetry})"(?!\.)`, "g");

/** A condition on the number of a sensor. Those of `granted` and `sensors` are on tables that every worker has. */
const condition = /(?<!(?:granted|sensors)"?\."?)"?sensor_no"? = \$(\d+)/g;

/**
 * The reasons for which a gateway's statement cannot be sent to the one worker of its sensor; none if it can be sent.
 */
export function statementIssues(text: string, values: readonly unknown[]): string[] {
  const references = text.match(reference)?.length ?? 0;
  if (references === 0 || ofAllSensors.has(text.trim())) return [];
  const numbers = [...text.matchAll(condition)].map(([, index]) => values[Number(index) - 1]);
  const issues: string[] = [];
  if (numbers.length < references) {
    issues.push(`${references} tables of telemetry, but ${numbers.length} numbers of a sensor`);
  }
  if (new Set(numbers).size > 1) issues.push(`different sensors: ${numbers.join(", ")}`);
  if (/\blateral\b/i.test(text)) issues.push("LATERAL");
  if (/\bfor (?:no key )?update\b|\bfor (?:key )?share\b/i.test(text)) issues.push("row locks");
  return issues;
}

/**
 * The reasons for which Citus refuses a statement of a gateway or a command, or answers it otherwise; none otherwise.
 */
export function commandIssues(text: string): string[] {
  return refusedForms.flatMap(([issue, form]) => (form.test(text) ? [issue] : []));
}

const anyTelemetry = String.raw`"?(?:${telemetry})\b`;

const refusedForms: readonly (readonly [string, RegExp])[] = [
  ["exists (select from …)", new RegExp(String.raw`exists \(\s*select\s+from ${anyTelemetry}`)],
  [
    "LATERAL",
    new RegExp(String.raw`lateral \(\s*select (?![^)]*sensor_no = \$)[^)]*from ${anyTelemetry}`),
  ],
  [
    "no names of columns",
    new RegExp(String.raw`row_to_json\(.*from \(select .*from ${anyTelemetry}`, "s"),
  ],
  ["a lock of all rows", /for key share/],
  ["a volatile condition of a change", /^\s*(?:update|delete)\b.*\bwhere\b.*\bclock_timestamp\b/s],
];

/** The store queries any recording of any sensor; no request does. */
const ofAllSensors = new Set([
  `select exists (select 1 from "recordings")\n    or exists (select 1 from "unclaimed_objects") as "hasAny"`,
]);
