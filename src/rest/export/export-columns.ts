import { levelNames } from "../../acoustics/levels/level-names.ts";

const levels = levelNames.join();

/** The columns of each kind of exported CSV, in order: its header. */
export const exportColumns = {
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
