import { levelNames } from "../../acoustics/levels/level-names.ts";

const levels = levelNames.join();

/** The columns of each kind of exported CSV, in order: its header. */
export const exportColumns = {
  samples: `sensor_id,datetime,${levels},limit,classification`,
  measurements: `sensor_id,datetime,Leq,${levels},limit,limit_source,over`,
  aggregates:
    "sensor_id,start_at,end_at,local_start_at,seconds,partial,samples,expected_samples,covered_seconds,coverage,Leq,LeqMax,LeqMin,Leq10,Leq50,Leq90,LAFmax,LAFmin,LCpeak,limited_seconds,events,over_seconds,over_fraction,max_over,lowest_limit,highest_limit",
  indicators:
    "sensor_id,date,Lday,Levening,Lnight,Lden,day_coverage,evening_coverage,night_coverage",
} as const;
