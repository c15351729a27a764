import { countText, roundedLevel, twoDecimals } from "../../components/level-text.ts";
import {
  levelColumn,
  numberColumn,
  PlainTable,
  textColumn,
} from "../../components/plain-table.tsx";
import { columnPercent, hoursText } from "../../components/share-text.ts";
import { weighting } from "../../state/address.ts";
import type { SensorFacts } from "../../state/site.ts";
import type { Figures } from "./use-report-figures.ts";
import { say } from "../../words/say-in-report.ts";

/** One row for each sensor. A dash is a value that the server does not have: too few samples, or none. */
export function SummaryTable(props: {
  readonly sensors: readonly SensorFacts[];
  /** Null while they are read. */
  readonly figures: Figures | null;
}) {
  const { sensors, figures } = props;
  if (sensors.length === 0) return <p>{say("head.noSensors")}.</p>;
  const rows = sensors.map(({ id, name }) => {
    const found = figures?.get(id)?.sensor ?? null;
    const [total] = found?.aggregates?.buckets ?? [];
    // Without a limit, nothing is judged.
    const judged = total?.maxOver == null ? null : { ...total, maxOver: total.maxOver };
    return { id, name, found, total, judged, long: found?.indicators?.longTerm };
  });
  return (
    <PlainTable<(typeof rows)[number]>
      label={say("summary.label")}
      caption={say("summary.caption")}
      class="summary-table"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        textColumn(say("column.sensor"), ({ name }) => name),
        levelColumn(`L${weighting.value}eq`, ({ total }) => total?.Leq),
        levelColumn("Lday", ({ long }) => long?.Lday),
        levelColumn("Leve", ({ long }) => long?.Levening),
        levelColumn("Lnight", ({ long }) => long?.Lnight),
        levelColumn("Lden", ({ long }) => (long?.Lden == null ? null : roundedLevel(long.Lden))),
        levelColumn(say("summary.max", { level: "LAFmax" }), ({ total }) => total?.LAFmax),
        levelColumn(
          say("summary.min", { level: "LA90" }),
          ({ found }) => found?.distribution?.lowest,
        ),
        numberColumn(say("summary.exceedances"), ({ judged }) =>
          judged === null ? "–" : `${countText(judged.events)} / ${countText(judged.samples)}`,
        ),
        numberColumn(say("summary.over"), ({ judged }) =>
          judged === null || judged.events === 0 ? "–" : `+${twoDecimals(judged.maxOver)}`,
        ),
        numberColumn(say("summary.time"), ({ judged }) =>
          judged === null || judged.overSeconds === 0 || judged.overFraction === null
            ? "–"
            : `${hoursText(judged.overSeconds)}, ${columnPercent(judged.overFraction)}`,
        ),
        numberColumn(say("summary.data"), ({ found }) =>
          found?.availability == null ? "–" : columnPercent(found.availability.coverage),
        ),
      ]}
      hasHeads
    />
  );
}
