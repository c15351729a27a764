import type { ComponentChildren } from "preact";
import { IssueNote } from "../../components/issue-note.tsx";
import { counted, countText, exactText, roundedLevel } from "../../components/level-text.ts";
import { hoursText, percentText, receivedText } from "../../components/share-text.ts";
import { Skeleton } from "../../components/skeleton.tsx";
import { issueAt } from "../../graphql/ask.ts";
import type { Query } from "../../graphql/use-query.ts";
import { linkTo, weighting } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import { dateTimeText, secondOf } from "../../time/local-time.ts";
import type { RangeSummary } from "./use-sensor-range.ts";

/** The range in figures, as the server worked them out. */
export function SummaryStrip({ summary }: { readonly summary: Query<RangeSummary> }) {
  const { zone, ...scope } = useProject();
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
  const hasNoLimit = total?.maxOver === null && total.samples > 0;
  const episodes = sensor?.episodes?.data.length;
  const periods = sensor?.indicators?.periods ?? null;
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
          title={`Indicative. Of Lday from ${periods?.day ?? "?"}, Levening + 5 dB from ${periods?.evening ?? "?"} and Lnight + 10 dB from ${periods?.night ?? "?"} on the project's clock; only where all three are there.`}
          unit={aWeighted}
        />
        <Figure
          name="Exceedances"
          text={total === undefined || hasNoLimit ? null : countText(total.events)}
          note={
            total === undefined
              ? ""
              : hasNoLimit
                ? "no limit holds"
                : `of ${counted(total.samples, "sample")}${episodes === undefined ? "" : ` · ${counted(episodes, "episode")}`}`
          }
          isAlarm={(total?.events ?? 0) > 0}
        />
        <Figure
          name="Availability"
          text={available === null ? null : percentText(available.coverage)}
          note={
            available !== null && (
              <a href={linkTo({ view: "availability", parameters: { gaps: scope.sensor?.id } })}>
                {receivedText(available.samples, available.expectedSamples)} samples
              </a>
            )
          }
        />
      </dl>
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
