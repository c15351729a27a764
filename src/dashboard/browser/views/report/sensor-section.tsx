import { useEffect } from "preact/hooks";
import { IssueNote } from "../../components/issue-note.tsx";
import { durationText, quantityText } from "../../components/level-text.ts";
import { hoursText, percentText } from "../../components/share-text.ts";
import { weighting } from "../../state/address.ts";
import type { SensorFacts } from "../../state/site.ts";
import { secondOf } from "../../time/local-time.ts";
import type { LocalRange } from "../../time/range.ts";
import { ExceedanceTable } from "./exceedance-table.tsx";
import { GapTable } from "./gap-table.tsx";
import { HourPicture } from "./hour-picture.tsx";
import type { ReportRange, SensorFigures } from "./use-report-figures.ts";
import { WeekPlot } from "./week-plot.tsx";

/** The parts of a sensor that must be drawn before the report is whole. */
export function partsOfSensor(
  sensorId: string,
  known: SensorFigures | undefined,
  weeks: readonly LocalRange[],
): string[] {
  const plots = hasSamples(known) ? ["hours", ...weeks.map(({ from }) => from)] : [];
  const lists = hasNoSamples(known) ? [] : ["exceedances"];
  return ["section", ...plots, ...lists].map((part) => `${sensorId} ${part}`);
}

function hasSamples(known: SensorFigures | undefined): boolean {
  return (known?.figures?.availability?.samples ?? 0) > 0;
}

function hasNoSamples(known: SensorFigures | undefined): boolean {
  return known?.figures?.availability?.samples === 0;
}

/** A sensor's plots, exceedances and gaps, from a new page on. */
export function SensorSection(props: {
  readonly sensor: SensorFacts;
  readonly asked: ReportRange;
  readonly known: SensorFigures | undefined;
  readonly weeks: readonly LocalRange[];
  readonly onDrawn: (part: string) => void;
}) {
  const { sensor, asked, known, weeks, onDrawn } = props;
  const { id, name } = sensor;
  useEffect(() => onDrawn(`${id} section`), []);
  const availability = known?.figures?.availability ?? null;
  const interval = availability?.interval?.seconds ?? 300;
  const total = known?.figures?.aggregates?.buckets[0]?.events ?? null;
  const issue = known?.issues[0];
  const quantity = quantityText(weighting.value, interval);
  const gaps = (availability?.gaps ?? []).map(({ startAt, endAt }) => ({
    first: secondOf(startAt),
    end: secondOf(endAt),
  }));
  return (
    <section class="report-sensor">
      <h2>{name}</h2>
      <p class="muted">{factsOf(sensor, known)}</p>
      {issue !== undefined && <IssueNote issue={issue} />}
      {hasNoSamples(known) && <p>No samples in this range.</p>}
      {hasSamples(known) && (
        <>
          {weeks.length > 0 && <h3>Levels and limits, {quantity}</h3>}
          {weeks.map((week) => (
            <WeekPlot
              key={week.from}
              asked={asked}
              week={week}
              sensorId={id}
              interval={interval}
              quantity={quantity}
              gaps={gaps}
              periods={known?.figures?.indicators?.periods ?? null}
              onDrawn={() => onDrawn(`${id} ${week.from}`)}
            />
          ))}
          <HourPicture sensor={sensor} onDrawn={() => onDrawn(`${id} hours`)} />
        </>
      )}
      {!hasNoSamples(known) && (
        <ExceedanceTable
          asked={asked}
          sensor={sensor}
          total={total}
          onDrawn={() => onDrawn(`${id} exceedances`)}
        />
      )}
      {availability !== null && (
        <>
          <h3>Availability</h3>
          <p>
            {`${hoursText(availability.coveredSeconds)} of ${hoursText(availability.seconds)} (${percentText(availability.coverage)}), ` +
              `${availability.samples} of ${availability.expectedSamples} samples, ` +
              gapText(availability.gapCount)}
          </p>
          <GapTable sensorName={name} availability={availability} />
        </>
      )}
    </section>
  );
}

function gapText(count: number): string {
  if (count === 0) return "no gaps.";
  return count === 1 ? "1 gap." : `${count} gaps.`;
}

/** `Serial number 12 · Class 1 · 53.34980, −6.26030 · interval 5 min (inferred)`. */
function factsOf(
  { id, serialNumber, model, location }: SensorFacts,
  known: SensorFigures | undefined,
): string {
  const interval = known?.figures?.availability?.interval ?? null;
  const facts = [`Id ${id}`];
  if (serialNumber !== null) facts.push(`serial number ${serialNumber}`);
  if (model !== null) facts.push(model);
  if (location !== null) {
    const { latitude, longitude } = location;
    facts.push(`${latitude.toFixed(5)}, ${longitude.toFixed(5)}`.replaceAll("-", "−"));
  }
  if (interval !== null) {
    const source = interval.source === "declared" ? "" : ` (${interval.source})`;
    facts.push(`interval ${durationText(interval.seconds)}${source}`);
  }
  return facts.join(" · ");
}
