import { receivedText } from "../../../components/share-text.ts";
import { useMemo, useState } from "preact/hooks";
import { type TableContent, tableOf } from "../../../components/data-table.tsx";
import { levelColumn, numberColumn, textColumn } from "../../../components/plain-table.tsx";
import { Segments } from "../../../components/segments.tsx";
import { exactLevel, levelText, signedLevel } from "../../../components/level-text.ts";
import { PlotBlock } from "../../../components/plot-block.tsx";
import { colourScale, type HeatColouring } from "../../../plots/heat-map-colours.ts";
import {
  countCells,
  type HeatDay,
  heatDays,
  type HourLevel,
} from "../../../plots/heat-map-grid.ts";
import { HeatMap } from "../../../plots/heat-map.tsx";
import { plotSummary, sampleCounts } from "../../../plots/plot-summary.ts";
import { pushParameters, weighting } from "../../../state/address.ts";
import { useProject } from "../../../state/project-scope.tsx";
import {
  dateText,
  dateTimeText,
  localClock,
  localMinute,
  offsetText,
  type TimeZone,
} from "../../../time/local-time.ts";
import { spokenDates } from "../../../time/range-text.ts";
import { rangeOfSeconds } from "../../../time/range.ts";
import type { HourQuery } from "./hour-query.ts";

/** Local days by the hours of the day. An hour that is chosen opens among the levels. */
export function HeatMapBlock({ query }: { readonly query: HourQuery }) {
  const { zone } = useProject();
  const { data: hours } = query;
  const [colouring, setColouring] = useState<HeatColouring>("level");
  const days = useMemo(() => (hours === null ? null : heatDays(hours, zone)), [hours, zone]);
  const scale = useMemo(() => colourScale(hours ?? [], colouring), [hours, colouring]);
  const unit = `dB(${weighting.value})`;
  const quantity = `L${weighting.value}eq,1 h`;
  const hasLimit = hours?.some(({ limitedSeconds }) => limitedSeconds > 0) === true;
  const openHour = ({ start, end }: HourLevel) => {
    const { from, to } = rangeOfSeconds(start, end - 1, zone);
    pushParameters({ tab: "levels", from, to });
  };
  return (
    <PlotBlock
      testId="heatmap"
      title="Days by hour"
      quantity={`${quantity} · ${unit}`}
      counts={days === null ? null : countCells(days)}
      query={{ ...query, data: days }}
      height={320}
      table={() => heatTable(hours ?? [], quantity, zone)}
    >
      {(shown) =>
        shown.length > 0 && (
          <>
            {hasLimit && (
              <Segments<HeatColouring>
                label="Colour"
                options={[
                  ["level", "Level"],
                  ["over", "Over the limit"],
                ]}
                chosen={colouring}
                onChoose={setColouring}
                class="row no-print"
              />
            )}
            <HeatMap
              days={shown}
              scale={scale}
              quantity={`${quantity} in ${unit}`}
              summary={heatSummary(hours ?? [], shown, quantity)}
              describe={(day, hour, part) => describeHour(day, hour, part, quantity, zone)}
              onOpen={openHour}
            />
          </>
        )
      }
    </PlotBlock>
  );
}

/** `LAeq, 1 h, 25 to 31 March 2019: 52.6 to 76.5 dB, 90 of 167 above the limit`. */
export function heatSummary(
  hours: readonly HourLevel[],
  days: readonly HeatDay[],
  quantity: string,
): string {
  const [first, last] = [days[0], days.at(-1)];
  return plotSummary({
    quantity,
    time: first === undefined || last === undefined ? "" : spokenDates(first.date, last.date),
    levels: hours.map(({ Leq }) => Leq),
    counts: sampleCounts(hours),
  });
}

function describeHour(
  day: HeatDay,
  hour: number,
  part: HourLevel | null,
  quantity: string,
  zone: TimeZone,
): string {
  if (part === null) {
    const cell = day.cells[hour];
    const clock = `${dateText(day.date)} ${String(hour).padStart(2, "0")}:00`;
    return cell?.kind === "skipped"
      ? `${clock}: the clocks went forward over this hour`
      : `${clock}: not in the range`;
  }
  const time = `${dateTimeText(part.start, zone)}–${localClock(part.end, zone)} (${offsetText(part.start, zone)})`;
  if (part.Leq === null) return `${time}: no data`;
  const samples = `${receivedText(part.samples, part.expectedSamples)} samples`;
  const over =
    part.maxOver === null
      ? "no limit"
      : `${part.events} above the limit, highest ${signedLevel(part.maxOver)} dB`;
  return `${time}: ${quantity} ${levelText(part.Leq)}, ${samples}, ${over}`;
}

function heatTable(hours: readonly HourLevel[], quantity: string, zone: TimeZone): TableContent {
  return tableOf(`${quantity} by hour, times of ${zone}`, hours, [
    textColumn("Time", ({ start }) => localMinute(start, zone)),
    levelColumn("Leq", ({ Leq }) => Leq),
    levelColumn("Limit", ({ lowestLimit, highestLimit }) =>
      lowestLimit === highestLimit
        ? lowestLimit
        : `${exactLevel(lowestLimit)} to ${exactLevel(highestLimit)}`,
    ),
    levelColumn("Over", ({ maxOver }) => maxOver),
    numberColumn("Exceedances", ({ events }) => events),
    numberColumn("Samples", ({ samples }) => samples),
    numberColumn("Expected", ({ expectedSamples }) => expectedSamples),
  ]);
}
