import {
  comparedLevels,
  exactText,
  roundedLevel,
  wholeLevels,
} from "../../components/level-text.ts";
import { type ExcludedTime, reasonsText } from "../../data/use-exclusions.ts";
import type { EventSampleQuery } from "../../graphql/generated/event-sample.ts";
import { useProject } from "../../state/project-scope.tsx";
import type { SensorFacts } from "../../state/site.ts";
import { dateTimeText, localClock, offsetText, secondOf } from "../../time/local-time.ts";

/** The sample of the page of one event. */
export type EventSample = NonNullable<NonNullable<EventSampleQuery["sensor"]>["sample"]>;

/** "61.5 dB(A) at Riverside street, Tue 17 Nov 2026 23:40–23:45 (UTC+0). The limit was 55.0 dB(A), …" */
export function EventSentence(props: {
  readonly sample: EventSample;
  readonly sensor: SensorFacts;
  /** Those in which it begins, unless excluded time counts. */
  readonly exclusions: readonly ExcludedTime[];
}) {
  const { sample, sensor, exclusions } = props;
  const { zone, extents } = useProject();
  const { Leq, limit, over, fweighting } = sample;
  const second = secondOf(sample.datetime);
  const seconds = extents.get(sensor.id)?.interval?.seconds ?? null;
  const end = seconds === null ? "" : `–${localClock(second + seconds, zone)}`;
  const when = `${dateTimeText(second, zone)}${end} (${offsetText(second, zone)})`;
  // The level beside the limit, as the server compared them.
  const compared = Leq === null ? null : comparedLevels(Leq, limit, over);
  const level = (value: number, text: string) => (
    <strong title={`${exactText(value)} dB(${fweighting})`}>
      {wholeLevels(`${text} dB(${fweighting})`)}
    </strong>
  );
  return (
    <p class="event-sentence large">
      {Leq === null || compared === null
        ? `No L${fweighting}eq was reported`
        : level(Leq, compared.level)}{" "}
      at {sensor.name}, {when}.{" "}
      {limit === null ? (
        "No limit held."
      ) : (
        <>
          The limit was {level(limit, compared?.limit ?? roundedLevel(limit))}
          {over !== null && compared?.over != null && (
            <Difference over={over} text={compared.over} />
          )}
          .
        </>
      )}
      {exclusions.length > 0 && (
        <strong> Excluded ({reasonsText(exclusions)}): counts nowhere.</strong>
      )}
    </p>
  );
}

function Difference({ over, text }: { readonly over: number; readonly text: string }) {
  if (over === 0) return <>, reached and not exceeded</>;
  const by = (
    <strong class={over > 0 ? "alarm" : undefined} title={`${exactText(Math.abs(over))} dB`}>
      {wholeLevels(`${text.slice(1)} dB`)}
    </strong>
  );
  return over > 0 ? <>, exceeded by {by}</> : <>; the level was below the limit by {by}</>;
}
