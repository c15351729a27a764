import { useEffect } from "preact/hooks";
import { countText, levelText, signedTwoDecimals } from "../../components/level-text.ts";
import {
  levelColumn,
  numberColumn,
  PlainTable,
  textColumn,
} from "../../components/plain-table.tsx";
import { eventsScope } from "../../components/scope-note.tsx";
import { percentText } from "../../components/share-text.ts";
import { isInside } from "../../data/drawn-stretches.ts";
import type { SampleRow } from "../../data/read-samples.ts";
import type { WindowEvidenceQuery } from "../../graphql/generated/window-evidence.ts";
import { useAsked } from "../../graphql/use-query.ts";
import type { Stretch } from "../../plots/level-shapes.ts";
import { linkTo } from "../../state/address.ts";
import { lacksScope } from "../../state/api-key.ts";
import { useProject } from "../../state/project-scope.tsx";
import { localClock, secondOf } from "../../time/local-time.ts";
import { noFilter } from "../events/event-filter.ts";
import { stopPlaying } from "../events/list-player.ts";
import { recordingColumn } from "../events/list-table.tsx";
import { nothingRead, readEvents } from "../events/read-events.ts";
import { mayListen } from "../events/use-events.ts";
import { weightingOf } from "./verdict-words.ts";
import type { StatedWindow } from "./window-state.ts";

type Evidence = NonNullable<WindowEvidenceQuery["sensor"]>;

/** The verdict of one window with its reference times. */
export type WindowAnswer = NonNullable<Evidence["assessments"]>["data"][number];

/**
 * The reference times that exceed, oldest first; without any, the one with the highest level. Each leads to its loudest
 * sample, says what was heard there, and plays its loudest recording.
 */
export function ReferenceTimes(props: {
  readonly answer: WindowAnswer;
  readonly window: StatedWindow;
  readonly samples: readonly SampleRow[];
  /** Time whose samples count for no verdict. */
  readonly exclusions: readonly Stretch[];
}) {
  const { window, exclusions } = props;
  const { exceedances, worst } = props.answer;
  const { zone } = useProject();
  const recorded = useRecordedIn(window, exclusions);
  useEffect(() => stopPlaying, []);
  const shown = exceedances.length > 0 || worst === null ? exceedances : [worst];
  if (shown.length === 0 || (window.referenceTimes < 2 && exceedances.length === 0)) return null;
  const left = window.exceeded - exceedances.length;
  const { sensorId, criterion } = window;
  // A sample without the level of the criterion counts for no reference time.
  const loudnessOf = ({ Leq, LAFmax, LCpeak = null }: SampleRow) =>
    criterion?.level === "LAFmax" ? LAFmax : criterion?.level === "LCpeak" ? LCpeak : Leq;
  const samples = props.samples.flatMap((sample) => {
    const loudness = loudnessOf(sample);
    const counts = loudness !== null && !isInside(sample.second, exclusions);
    return counts ? [{ ...sample, loudness }] : [];
  });
  const rows = shown.map((time) => {
    const [first, end] = [secondOf(time.startAt), secondOf(time.endAt)];
    const loudest = samples
      .filter(({ second }) => first <= second && second < end)
      .toSorted((a, b) => b.loudness - a.loudness);
    const heard = loudest.find(({ id }) => recorded.has(id));
    return { ...time, first, end, top: loudest[0], heard };
  });
  return (
    <div class="column-1">
      <h3 class="small">
        {exceedances.length > 0 ? "Reference times above the limit" : "Highest reference time"}
      </h3>
      <PlainTable<(typeof rows)[number]>
        label="Reference times"
        class="card-table"
        rows={rows}
        keyOf={({ startAt }) => startAt}
        columns={[
          textColumn(
            "Time",
            ({ first, end }) => `${localClock(first, zone)}–${localClock(end, zone)}`,
          ),
          levelColumn("Level", ({ level }) => level),
          numberColumn("Over", ({ over }) => (over === null ? "–" : signedTwoDecimals(over))),
          numberColumn("Covered", ({ coverage }) => percentText(coverage)),
          textColumn(
            "Loudest sample",
            ({ top }) =>
              top !== undefined && (
                <a href={linkTo({ view: "event", sensor: sensorId, sample: top.id })}>
                  {`${localClock(top.second, zone)}, ${levelText(top.loudness)}`}
                </a>
              ),
          ),
          textColumn("Label", ({ top }) => top?.label),
          recordingColumn(({ heard }) => heard && { ...heard, sensorId }),
        ]}
      />
      {left > 0 && <p class="muted small">{countText(left)} more are not listed.</p>}
    </div>
  );
}

/** The ids of the exceedances of a window that have a recording, for a key that may hear them. */
function useRecordedIn(window: StatedWindow, exclusions: readonly Stretch[]): ReadonlySet<string> {
  const { sensorId, startAt, endAt, criterion } = window;
  const { project } = useProject();
  const isAsked = mayListen() && !lacksScope(eventsScope);
  const source = {
    projectId: project.id,
    first: secondOf(startAt),
    last: secondOf(endAt) - 1,
    weighting: weightingOf(criterion?.level ?? "LAeq"),
    filter: { ...noFilter, sensors: [sensorId], withRecording: true },
    excluded: exclusions.map((stretch) => ({ ...stretch, sensorId })),
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
