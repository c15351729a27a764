import { useMemo } from "preact/hooks";
import { twoDigits } from "../../../../../acoustics/time/clock-text.ts";
import { type TableContent, tableOf } from "../../../components/data-table.tsx";
import { levelColumn, numberColumn, textColumn } from "../../../components/plain-table.tsx";
import { levelText } from "../../../components/level-text.ts";
import { PlotBlock, type PlotCounts } from "../../../components/plot-block.tsx";
import { type AverageDay, averageDays } from "../../../plots/average-day-groups.ts";
import { AverageDayPlot, groupNames } from "../../../plots/average-day.tsx";
import { weighting } from "../../../state/address.ts";
import { useProject } from "../../../state/project-scope.tsx";
import type { HourQuery } from "./hour-query.ts";

/** The average weekday, Saturday and Sunday of the range. */
export function AverageDayBlock(props: {
  readonly query: HourQuery;
  readonly counts: PlotCounts | null;
}) {
  const { zone } = useProject();
  const { data: hours, holidays, isLoading } = props.query;
  const groups = useMemo(
    () => (hours === null ? null : averageDays(hours, holidays, zone)),
    [hours, holidays, zone],
  );
  // The heat map says why there are none.
  if (hours === null && !isLoading) return null;
  const quantity = `L${weighting.value}eq,1 h`;
  return (
    <PlotBlock
      testId="average-day"
      title="Average day"
      quantity={`${quantity} · dB(${weighting.value})`}
      counts={props.counts}
      query={{ ...props.query, data: groups, issues: [] }}
      height={250}
      isDrawn={props.counts !== null}
      table={averageTable}
    >
      {(shown) => (
        <>
          <AverageDayPlot groups={shown} summary={averageSummary(shown, quantity)} />
          <p class="muted small">
            Line: mean energy of all hours at that time of the day; of one day, its own hours. Band:
            the levels of single hours without the lowest and the highest 10 %. Holidays count as
            Sundays.
          </p>
        </>
      )}
    </PlotBlock>
  );
}

function averageSummary(groups: readonly AverageDay[], quantity: string): string {
  const parts = groups.map(({ group, hours, days }) => {
    const means = hours.flatMap(({ mean }) => mean ?? []);
    if (means.length === 0) return `${groupNames[group]}: no data`;
    const [low, high] = [Math.min(...means), Math.max(...means)];
    return `${groupNames[group]} (${days}): ${levelText(low)} to ${levelText(high)}`;
  });
  return `Mean ${quantity} by hour of the day. ${parts.join("; ")}`;
}

function averageTable(groups: readonly AverageDay[]): TableContent {
  const rows = groups.flatMap(({ group, hours }) => hours.map((hour) => ({ ...hour, group })));
  return tableOf("Average day by hour, levels in dB", rows, [
    textColumn("Days", ({ group }) => groupNames[group]),
    textColumn("Hour", ({ hour }) => `${twoDigits(hour)}:00`),
    levelColumn("Mean", ({ mean }) => mean),
    levelColumn("10 %", ({ low }) => low),
    levelColumn("90 %", ({ high }) => high),
    numberColumn("Hours", ({ hours }) => hours),
  ]);
}
