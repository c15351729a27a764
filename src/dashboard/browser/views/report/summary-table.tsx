import { countText, roundedLevel, twoDecimals } from "../../components/level-text.ts";
import { numbers, PlainTable, texts } from "../../components/plain-table.tsx";
import { hoursText, percentText } from "../../components/share-text.ts";
import { weighting } from "../../state/address.ts";
import type { SensorFacts } from "../../state/site.ts";
import type { SensorFigures, TotalOfReport } from "./use-report-figures.ts";
import { say } from "../../words/say-in-report.ts";

/** One row for each sensor. A dash is a value that the server does not have: too few samples, or none. */
export function SummaryTable(props: {
  readonly sensors: readonly SensorFacts[];
  /** Null while they are read. */
  readonly figures: ReadonlyMap<string, SensorFigures> | null;
}) {
  const { sensors, figures } = props;
  if (sensors.length === 0) return <p>{say("head.noSensors")}.</p>;
  return (
    <PlainTable
      label={say("summary.label")}
      caption={say("summary.caption")}
      class="summary-table"
      columns={[...texts(say("column.sensor")), ...numbers(...titles(weighting.value))]}
      rows={sensors.map(({ id, name }) => ({
        key: id,
        cells: [name, ...cellsOf(figures?.get(id))],
      }))}
      hasHeads
    />
  );
}

function titles(w: string): string[] {
  return [
    `L${w}eq`,
    "Lday",
    "Leve",
    "Lnight",
    "Lden",
    say("summary.max", { level: "LAFmax" }),
    say("summary.min", { level: "LA90" }),
    say("summary.exceedances"),
    say("summary.over"),
    say("summary.time"),
    say("summary.data"),
  ];
}

function cellsOf(known: SensorFigures | undefined): string[] {
  const sensor = known?.figures ?? null;
  const [total] = sensor?.aggregates?.buckets ?? [];
  const long = sensor?.indicators?.longTerm ?? null;
  const coverage = sensor?.availability?.coverage;
  return [
    level(total?.Leq),
    level(long?.Lday),
    level(long?.Levening),
    level(long?.Lnight),
    long?.Lden == null ? "–" : roundedLevel(long.Lden),
    level(total?.LAFmax),
    level(sensor?.distribution?.lowest),
    ...overLimit(total),
    coverage === undefined ? "–" : percentText(coverage),
  ];
}

/** Dashes without a limit: nothing is judged. */
function overLimit(total: TotalOfReport): string[] {
  if (total?.maxOver == null) return ["–", "–", "–"];
  const { events, samples, maxOver, overSeconds, overFraction } = total;
  return [
    `${countText(events)} / ${countText(samples)}`,
    events === 0 ? "–" : `+${level(maxOver)}`,
    overFraction === null ? "–" : `${hoursText(overSeconds)}, ${percentText(overFraction)}`,
  ];
}

function level(value: number | null | undefined): string {
  return value == null ? "–" : twoDecimals(value);
}
