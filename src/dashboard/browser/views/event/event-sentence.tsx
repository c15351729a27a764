import {
  type ComparedLevels,
  comparedLevels,
  exactText,
  roundedLevel,
} from "../../components/level-text.ts";
import { useProject } from "../../state/project-scope.tsx";
import type { SensorFacts } from "../../state/site.ts";
import { dateTimeText, localClock, offsetText, secondOf } from "../../time/local-time.ts";
import type { EventSample } from "./event-sample.ts";

/** "61.5 dB(A) at Riverside street, Tue 17 Nov 2026 23:40–23:45 (UTC+0). The limit was 55.0 dB(A), …" */
export function EventSentence(props: {
  readonly sample: EventSample;
  readonly sensor: SensorFacts;
}) {
  const { sample, sensor } = props;
  const { zone, extents } = useProject();
  const { Leq, fweighting } = sample;
  const second = secondOf(sample.datetime);
  const seconds = extents.get(sensor.id)?.interval?.seconds ?? null;
  const end = seconds === null ? "" : `–${localClock(second + seconds, zone)}`;
  const when = `${dateTimeText(second, zone)}${end} (${offsetText(second, zone)})`;
  const compared = Leq === null ? null : comparedLevels(Leq, sample.limit, sample.over);
  return (
    <p class="event-sentence">
      {Leq === null || compared === null ? (
        <>No L{fweighting}eq was reported</>
      ) : (
        <Level level={Leq} text={compared.level} weighting={fweighting} />
      )}{" "}
      at {sensor.name}, {when}. <Comparison sample={sample} compared={compared} />
    </p>
  );
}

/** The level beside the limit, as the server compared them. */
function Comparison(props: {
  readonly sample: EventSample;
  readonly compared: ComparedLevels | null;
}) {
  const { sample, compared } = props;
  const { limit, over, fweighting } = sample;
  if (limit === null) return <>No limit held.</>;
  return (
    <>
      The limit was{" "}
      <Level level={limit} text={compared?.limit ?? roundedLevel(limit)} weighting={fweighting} />
      <Difference over={over} text={compared?.over ?? null} />.
    </>
  );
}

function Difference(props: { readonly over: number | null; readonly text: string | null }) {
  const { over, text } = props;
  if (over === null || text === null) return null;
  if (over === 0) return <>, reached and not exceeded</>;
  const by = (
    <strong class={over > 0 ? "alarm" : undefined} title={`${exactText(Math.abs(over))} dB`}>
      {text.slice(1)} dB
    </strong>
  );
  return over > 0 ? <>, exceeded by {by}</> : <>; the level was below the limit by {by}</>;
}

function Level(props: {
  readonly level: number;
  readonly text: string;
  readonly weighting: string;
}) {
  const { level, text, weighting } = props;
  return (
    <strong title={`${exactText(level)} dB(${weighting})`}>
      {text} dB({weighting})
    </strong>
  );
}
