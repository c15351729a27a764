import type { ComponentChildren } from "preact";
import { counted, countText, exactText, roundedLevel } from "../../components/level-text.ts";
import { hoursText, percentText, receivedText } from "../../components/share-text.ts";
import { QueryNote } from "../../components/query-note.tsx";
import type { Query } from "../../graphql/use-query.ts";
import { linkTo, weighting } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import { secondOf } from "../../time/local-time.ts";
import { stretchText } from "../../time/range-text.ts";
import type { RangeSummary } from "./use-sensor-range.ts";

/** The range in figures, as the server worked them out. */
export function SummaryStrip({ summary }: { readonly summary: Query<RangeSummary> }) {
  const { zone, ...scope } = useProject();
  if (summary.data?.sensor == null) return <QueryNote query={summary} height={88} />;
  const { sensor } = summary.data;
  const [total] = sensor.aggregates?.buckets ?? [];
  const lden = sensor.indicators?.longTerm?.Lden ?? null;
  const { availability } = sensor;
  const meta = sensor.aggregates?.meta ?? null;
  const effective = meta?.clamped === true ? meta.effectiveRange : null;
  const hasNoLimit = total?.maxOver === null && total.samples > 0;
  const episodes = sensor.episodes?.data.length;
  const periods = sensor.indicators?.periods ?? null;
  const unit = weighting.value === "A" ? "dB" : "dB(A)";
  return (
    <section
      aria-label="The range in figures"
      class={summary.isLoading ? "card dimmed fade" : "card fade"}
      data-testid="summary"
    >
      <dl class="summary-strip">
        <Figure
          name={`L${weighting.value}eq`}
          {...levelIn("dB", total?.Leq ?? null)}
          note={
            total === undefined || total.excludedSeconds === 0
              ? "whole range"
              : `${hoursText(total.excludedSeconds)} excluded`
          }
        />
        <Figure
          name="Lden"
          {...levelIn(
            unit,
            lden,
            `Indicative. Of Lday from ${periods?.day ?? "?"}, Levening + 5 dB from ${periods?.evening ?? "?"} and Lnight + 10 dB from ${periods?.night ?? "?"} on the project's clock; only where all three are there.`,
          )}
          note="indicative"
        />
        <Figure
          name="Exceedances"
          text={total === undefined || hasNoLimit ? "–" : countText(total.events)}
          note={
            hasNoLimit
              ? "no limit holds"
              : total &&
                `of ${counted(total.samples, "sample")}${episodes === undefined ? "" : ` · ${counted(episodes, "episode")}`}`
          }
          isAlarm={(total?.events ?? 0) > 0}
        />
        <Figure
          name="Availability"
          text={availability == null ? "–" : percentText(availability.coverage)}
          note={
            availability === undefined
              ? "no sample is expected"
              : availability !== null && (
                  <a
                    href={linkTo({ view: "availability", parameters: { gaps: scope.sensor?.id } })}
                  >
                    {receivedText(availability.samples, availability.expectedSamples)} samples
                  </a>
                )
          }
        />
      </dl>
      {effective !== null && (
        <p class="small">
          The range is cut to the contract: shown is{" "}
          {stretchText(
            { first: secondOf(effective.startAt), last: secondOf(effective.endAt) },
            zone,
          )}
          .
        </p>
      )}
      <QueryNote query={summary} />
    </section>
  );
}

/** A level as its text, with the exact one in the title; `–` where there is none. */
function levelIn(unit: string, level: number | null, title = "") {
  if (level === null) return { text: "–", title };
  return {
    text: `${roundedLevel(level)} ${unit}`,
    title: `${exactText(level)} ${unit}. ${title}`,
  };
}

function Figure(props: {
  readonly name: string;
  readonly text: string;
  readonly note: ComponentChildren;
  readonly title?: string;
  readonly isAlarm?: boolean;
}) {
  const { name, text, note, title, isAlarm = false } = props;
  return (
    <div title={title || undefined}>
      <dt>{name}</dt>
      <dd>
        <span class={isAlarm ? "key-figure alarm" : "key-figure"}>{text}</span>
        {note !== undefined && <span class="muted tiny">{note}</span>}
      </dd>
    </div>
  );
}
