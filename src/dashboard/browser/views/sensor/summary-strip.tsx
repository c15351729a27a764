import type { ComponentChildren } from "preact";
import { IssueNote } from "../../components/issue-note.tsx";
import { counted, countText, exactText, roundedLevel } from "../../components/level-text.ts";
import { hoursText, percentText, receivedText } from "../../components/share-text.ts";
import { Skeleton } from "../../components/skeleton.tsx";
import { issueAt } from "../../graphql/ask.ts";
import type { Query } from "../../graphql/use-query.ts";
import { weighting } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import { dateTimeText, secondOf } from "../../time/local-time.ts";
import type { RangeSummary } from "./use-sensor-range.ts";

/** The range in figures, as the server worked them out. */
export function SummaryStrip({ summary }: { readonly summary: Query<RangeSummary> }) {
  const { zone } = useProject();
  const data = summary.data;
  if (data === null) {
    const [refused] = summary.issues;
    return refused === undefined ? <Skeleton height={88} /> : <IssueNote issue={refused} />;
  }
  const { sensor } = data;
  const [total] = sensor?.aggregates?.buckets ?? [];
  const issue = sensor === null ? summary.issues[0] : issueAt(summary.issues, "sensor.aggregates");
  if (issue != null) return <IssueNote issue={issue} />;
  const long = sensor?.indicators?.longTerm ?? null;
  const available = sensor?.availability ?? null;
  const meta = sensor?.aggregates?.meta ?? null;
  const effective = meta?.clamped === true ? meta.effectiveRange : null;
  const episodes = sensor?.episodes?.data.length;
  const periods = sensor?.indicators?.periods ?? null;
  const days = sensor?.indicators?.days ?? [];
  const hours = (period: Period, next: Period) =>
    `Indicative. ${periods?.[period] ?? "?"} to ${periods?.[next] ?? "?"} on the project's clock. ${coverageText(days, [period])}; energy average of the periods with data for 75 % of their time.`;
  const aWeighted = weighting.value === "A" ? undefined : "dB(A)";
  return (
    <section
      aria-label="The range in figures"
      class={summary.isLoading ? "card dimmed fade" : "card fade"}
      data-testid="summary"
    >
      <dl class="summary-strip">
        <Figure
          name={`L${weighting.value}eq`}
          level={total?.Leq ?? null}
          note={
            total === undefined || total.excludedSeconds === 0
              ? "whole range"
              : `${hoursText(total.excludedSeconds)} excluded`
          }
        />
        <Figure
          name="Lden"
          level={long?.Lden ?? null}
          note="indicative"
          title={`Indicative. Of Lday from ${periods?.day ?? "?"}, Levening + 5 dB from ${periods?.evening ?? "?"} and Lnight + 10 dB from ${periods?.night ?? "?"} on the project's clock; only where all three are there. ${coverageText(days, periodOrder)}.`}
          unit={aWeighted}
        />
        <Figure
          name="Exceedances"
          text={total === undefined ? null : countText(total.events)}
          note={
            total === undefined
              ? ""
              : `of ${counted(total.samples, "sample")}${episodes === undefined ? "" : ` · ${counted(episodes, "episode")}`}`
          }
          isAlarm={(total?.events ?? 0) > 0}
        />
        <Figure
          name="Availability"
          text={available === null ? null : percentText(available.coverage)}
          note={
            available === null
              ? ""
              : `${receivedText(available.samples, available.expectedSamples)} samples`
          }
        />
      </dl>
      <details class="more-figures">
        <summary>More figures</summary>
        <dl class="summary-strip">
          {periodOrder.map((period, index) => (
            <Figure
              key={period}
              name={`L${period}`}
              level={long?.[`L${period}`] ?? null}
              note={countedIf(long?.[`${period}s`], period)}
              title={hours(period, periodOrder[(index + 1) % 3] ?? "day")}
              unit={aWeighted}
            />
          ))}
          <Figure name="Highest LAFmax" level={total?.LAFmax ?? null} unit={aWeighted} />
          <Figure
            name="Lowest LA90"
            level={sensor?.distribution?.lowest ?? null}
            unit={aWeighted}
          />
          <Figure
            name="Time above limit"
            text={total === undefined ? null : hoursText(total.overSeconds)}
            note={total === undefined ? "" : limitedNote(total)}
          />
        </dl>
      </details>
      {effective !== null && (
        <p class="small">
          The range is cut to the contract: shown is{" "}
          {dateTimeText(secondOf(effective.startAt), zone)} to{" "}
          {dateTimeText(secondOf(effective.endAt), zone)}.
        </p>
      )}
    </section>
  );
}

/** `–` where there is no value. */
function Figure(props: {
  readonly name: string;
  readonly level?: number | null;
  readonly text?: string | null;
  readonly note?: ComponentChildren;
  readonly title?: string;
  /** The unit, if it differs from that of the view. */
  readonly unit?: string | undefined;
  readonly isAlarm?: boolean;
}) {
  const { name, level = null, text, note, unit = "dB", isAlarm = false } = props;
  const shown = text ?? (level === null ? "–" : `${roundedLevel(level)} ${unit}`);
  const exact = level === null ? "" : `${exactText(level)} ${unit}. `;
  return (
    <div title={`${exact}${props.title ?? ""}` || undefined}>
      <dt>{name}</dt>
      <dd>
        <span class={isAlarm ? "summary-value alarm" : "summary-value"}>{shown}</span>
        {note !== undefined && note !== "" && <span class="muted tiny">{note}</span>}
      </dd>
    </div>
  );
}

const periodOrder = ["day", "evening", "night"] as const;
type Period = (typeof periodOrder)[number];

type Days = NonNullable<NonNullable<RangeSummary["sensor"]>["indicators"]>["days"];

/** `Samples cover 98.2 % of this time`: of these periods of all days of the range, by time. */
function coverageText(days: Days, periods: readonly Period[]): string {
  const parts = days.flatMap((day) => periods.map((period) => day[period]));
  const seconds = parts.reduce((sum, part) => sum + part.seconds, 0);
  // Samples that overlap cover no time twice.
  const covered = parts.reduce((sum, part) => sum + part.coverage * part.seconds, 0);
  return seconds === 0
    ? "No such time in the range"
    : `Samples cover ${percentText(covered / seconds)} of this time`;
}

function countedIf(count: number | undefined, name: string): string {
  return count === undefined ? "" : counted(count, name);
}

/** The share of the time with a limit; null without one, or without a sample. */
function limitedNote({
  overFraction,
  samples,
}: {
  readonly overFraction: number | null;
  readonly samples: number;
}): string {
  if (overFraction !== null) return `${percentText(overFraction)} of the limited time`;
  return samples === 0 ? "" : "no limit";
}
