import { exactLevel, levelText, roundedLevel } from "../../components/level-text.ts";
import { useProject } from "../../state/project-scope.tsx";
import type { SensorFacts } from "../../state/site.ts";
import { dateTimeText, localClock, offsetText, secondOf } from "../../time/local-time.ts";
import type { EventSample } from "./event-view.tsx";

/**
 * What happened, in a sentence: "61.5 dB(A) at Riverside street, Tue 17 Nov 2026 23:40–23:45 (UTC+0). The limit was
 * 55.0 dB(A), exceeded by 6.5 dB."
 */
export function EventSentence(props: {
  readonly sample: EventSample;
  readonly sensor: SensorFacts;
}) {
  const { sample, sensor } = props;
  const { shownZone, extents } = useProject();
  const { Leq, fweighting } = sample;
  const second = secondOf(sample.datetime);
  const seconds = extents.get(sensor.id)?.interval?.seconds ?? null;
  const end = seconds === null ? "" : `–${localClock(second + seconds, shownZone)}`;
  const when = `${dateTimeText(second, shownZone)}${end} (${offsetText(second, shownZone)})`;
  return (
    <p class="event-sentence">
      {Leq === null ? (
        <>No L{fweighting}eq was reported</>
      ) : (
        <Level level={Leq} weighting={fweighting} />
      )}{" "}
      at {sensor.name}, {when}. <Comparison sample={sample} />
    </p>
  );
}

/** Of the level with the limit, in the server's words: nothing is compared here. */
function Comparison({ sample }: { readonly sample: EventSample }) {
  const { limit, over, fweighting } = sample;
  if (limit === null) return <>No limit held.</>;
  return (
    <>
      The limit was <Level level={limit} weighting={fweighting} />
      <Difference over={over} />.
    </>
  );
}

function Difference({ over }: { readonly over: number | null }) {
  if (over === null) return null;
  if (over === 0) return <>, reached and not exceeded</>;
  const by = (
    <strong class={over > 0 ? "alarm" : undefined} title={`${exactLevel(Math.abs(over))} dB`}>
      {levelText(Math.abs(over))}
    </strong>
  );
  return over > 0 ? <>, exceeded by {by}</> : <>; the level was below the limit by {by}</>;
}

function Level({ level, weighting }: { readonly level: number; readonly weighting: string }) {
  return (
    <strong title={`${exactLevel(level)} dB(${weighting})`}>
      {roundedLevel(level)} dB({weighting})
    </strong>
  );
}
