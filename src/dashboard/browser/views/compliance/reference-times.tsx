import { useEffect } from "preact/hooks";
import {
  countText,
  levelText,
  signedTwoDecimals,
  twoDecimals,
} from "../../components/level-text.ts";
import { numbers, PlainTable, texts } from "../../components/plain-table.tsx";
import { eventsScope } from "../../components/scope-note.tsx";
import { percentText } from "../../components/share-text.ts";
import type { SampleRow } from "../../data/read-samples.ts";
import { useAsked } from "../../graphql/use-query.ts";
import { linkTo } from "../../state/address.ts";
import { lacksScope } from "../../state/api-key.ts";
import { useProject } from "../../state/project-scope.tsx";
import { localClock, secondOf } from "../../time/local-time.ts";
import { noFilter } from "../events/event-filter.ts";
import { stopPlaying } from "../events/list-player.ts";
import { PlayButton } from "../events/list-table.tsx";
import { nothingRead, readEvents } from "../events/read-events.ts";
import { mayListen } from "../events/use-recorded.ts";
import type { AssessedWindow, Criterion } from "./use-verdicts.ts";
import { weightingOf } from "./verdict-words.ts";
import type { WindowAnswer } from "./window-answer.ts";

/**
 * The reference times that exceed, oldest first; without any, the one with the highest level. Each leads to its loudest
 * sample, says what was heard there, and plays its loudest recording.
 */
export function ReferenceTimes(props: {
  readonly answer: WindowAnswer;
  readonly window: AssessedWindow;
  readonly criterion: Criterion | null;
  readonly samples: readonly SampleRow[];
}) {
  const { window, criterion, samples } = props;
  const { exceedances, worst } = props.answer;
  const { zone } = useProject();
  const recorded = useRecordedIn(window, criterion);
  useEffect(() => stopPlaying, []);
  const shown = exceedances.length > 0 || worst === null ? exceedances : [worst];
  if (shown.length === 0 || (window.referenceTimes < 2 && exceedances.length === 0)) return null;
  const left = window.exceeded - exceedances.length;
  const loudnessOf = ({ Leq, LAFmax }: SampleRow) =>
    (criterion?.level === "LAFmax" ? LAFmax : Leq) ?? -Infinity;
  return (
    <div>
      <h4>
        {exceedances.length > 0 ? "Reference times above the limit" : "Highest reference time"}
      </h4>
      <PlainTable
        label="Reference times"
        columns={[
          ...texts("Time"),
          ...numbers("Level", "Over", "Covered"),
          ...texts("Loudest sample", "Label"),
          { title: "Recording", hidesTitle: true },
        ]}
        rows={shown.map(({ startAt, endAt, level, over, coverage }) => {
          const [first, end] = [secondOf(startAt), secondOf(endAt)];
          const loudest = samples
            .filter(({ second }) => first <= second && second < end)
            .toSorted((a, b) => loudnessOf(b) - loudnessOf(a));
          const [top] = loudest;
          const heard = loudest.find(({ id }) => recorded.has(id));
          const { sensorId } = window;
          return {
            key: startAt,
            cells: [
              `${localClock(first, zone)}–${localClock(end, zone)}`,
              level === null ? "–" : twoDecimals(level),
              over === null ? "–" : signedTwoDecimals(over),
              percentText(coverage),
              top !== undefined && (
                <a href={linkTo({ view: "event", sensor: sensorId, sample: top.id })}>
                  {`${localClock(top.second, zone)}, ${levelText(loudnessOf(top))}`}
                </a>
              ),
              top?.label,
              heard !== undefined && (
                <PlayButton row={{ id: heard.id, sensorId, second: heard.second }} />
              ),
            ],
          };
        })}
      />
      {left > 0 && <p class="muted small">{countText(left)} more are not listed.</p>}
    </div>
  );
}

/** The ids of the exceedances of a window that have a recording, for a key that may hear them. */
function useRecordedIn(
  { sensorId, startAt, endAt }: AssessedWindow,
  criterion: Criterion | null,
): ReadonlySet<string> {
  const { project } = useProject();
  const isAsked = mayListen() && !lacksScope(eventsScope);
  const source = {
    projectId: project.id,
    first: secondOf(startAt),
    last: secondOf(endAt) - 1,
    weighting: weightingOf(criterion?.level ?? "LAeq"),
    filter: { ...noFilter, sensors: [sensorId], withRecording: true },
  } as const;
  const { data } = useAsked(
    async (signal) => {
      if (!isAsked) return { data: [], issues: [] };
      const { events } = await readEvents(source, Infinity, nothingRead, signal);
      return { data: events, issues: [] };
    },
    JSON.stringify([source, isAsked]),
  );
  return new Set(data?.map(({ id }) => id));
}
