import { useMemo } from "preact/hooks";
import { twoDigits } from "../../../../../acoustics/time/clock-text.ts";
import type { TableContent } from "../../../components/data-table.tsx";
import { levelColumns, numbers, texts } from "../../../components/plain-table.tsx";
import { levelText } from "../../../components/level-text.ts";
import { PlotBlock, type PlotCounts } from "../../../components/plot-block.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
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
  const { hours, holidays, isLoading } = props.query;
  const groups = useMemo(
    () => (hours === null ? null : averageDays(hours, holidays, zone)),
    [hours, holidays, zone],
  );
  if (hours === null && !isLoading) return null;
  const quantity = `L${weighting.value}eq,1 h`;
  const table = () => averageTable(groups ?? []);
  return (
    <PlotBlock
      testId="average-day"
      title="Average day"
      quantity={`${quantity} · dB(${weighting.value})`}
      counts={props.counts}
      isReady={!isLoading && props.counts !== null}
      isStale={isLoading && groups !== null}
      table={table}
    >
      {groups === null ? (
        <Skeleton height={250} />
      ) : (
        <>
          <AverageDayPlot groups={groups} summary={averageSummary(groups, quantity)} />
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
  return {
    caption: "Average day by hour, levels in dB",
    columns: [
      ...texts("Days", "Hour"),
      ...levelColumns("Mean", "10 %", "90 %"),
      ...numbers("Hours"),
    ],
    rows: groups.flatMap(({ group, hours }) =>
      hours.map(({ hour, mean, low, high, hours: count }) => [
        groupNames[group],
        `${twoDigits(hour)}:00`,
        twoDecimals(mean),
        twoDecimals(low),
        twoDecimals(high),
        String(count),
      ]),
    ),
  };
}

/** The mean is worked out here from levels of two decimals. */
function twoDecimals(level: number | null): string {
  return level === null ? "" : String(Number(level.toFixed(2)));
}
