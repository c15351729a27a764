import { levelNames } from "../acoustics/levels/level-names.ts";

/**
 * The types of columns: instants are Unix seconds, counts are whole, and a label is never a formula for a spreadsheet.
 */
export type ColumnType = "text" | "label" | "instant" | "count" | "number" | "flag";

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
}

/** A row of an export, column by column. */
export type ExportRow = readonly (string | number | boolean | null)[];

const levels = levelNames.join();

const headers = {
  samples: `sensor_id,datetime,${levels},limit,classification`,
  exclusions: "sensor_id,start_at,end_at,reason,note",
  measurements: `sensor_id,datetime,Leq,${levels},limit,limit_source,over`,
  aggregates:
    "sensor_id,start_at,end_at,local_start_at,seconds,partial,samples,expected_samples,covered_seconds,coverage,Leq,LeqMax,LeqMin,Leq10,Leq50,Leq90,LAFmax,LAFmin,LCpeak,limited_seconds,events,over_seconds,over_fraction,max_over,lowest_limit,highest_limit",
  indicators:
    "sensor_id,date,Lday,Levening,Lnight,Lden,day_coverage,evening_coverage,night_coverage",
  assessments:
    "sensor_id,criterion,date,start_at,end_at,local_start_at,seconds,samples,covered_seconds,excluded_seconds,coverage,level,limit,over,verdict,reason,reference_times,exceeded,undecided,worst_start_at,budget_used",
  episodes:
    "sensor_id,start_at,end_at,seconds,events,event_seconds,Leq,LAE,max_over,max_over_at,LeqMax,LAFmax,lowest_limit,highest_limit,label,label_seconds,recordings,first_recording_id,cut",
} as const;

export type ExportKind = keyof typeof headers;

/** The columns of each kind of export, in order. A name means the same in every kind. */
export function columnsOf(kind: ExportKind): readonly Column[] {
  return headers[kind].split(",").map((name) => ({ name, type: typeByName.get(name) ?? "number" }));
}

/** The columns that are not levels, fractions or differences of levels. */
const namesByType = {
  text: "sensor_id,criterion,date,local_start_at,classification,limit_source,verdict,first_recording_id",
  // The classification of samples stays as it was collected (docs/contract.md, A3).
  label: "label,reason,note",
  instant: "datetime,start_at,end_at,worst_start_at,max_over_at",
  count:
    "seconds,samples,expected_samples,covered_seconds,excluded_seconds,limited_seconds,events,over_seconds,event_seconds,label_seconds,recordings,reference_times,exceeded,undecided",
  flag: "partial,cut",
} as const satisfies Partial<Record<ColumnType, string>>;

const typeByName: ReadonlyMap<string, ColumnType> = new Map(
  (["text", "label", "instant", "count", "flag"] as const).flatMap((type) =>
    namesByType[type].split(",").map((name) => [name, type] as const),
  ),
);
