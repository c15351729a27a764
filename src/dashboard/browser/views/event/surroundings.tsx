import { useMemo, useState } from "preact/hooks";
import { QueryNote } from "../../components/query-note.tsx";
import { deliveringIn } from "../../data/delivering-part.ts";
import { drawnStretches } from "../../data/drawn-stretches.ts";
import type { Schedules } from "../../data/explanation-facts.ts";
import type { LevelPicture } from "../../plots/level-picture.ts";
import { dataOfSamples, withoutEventsIn } from "../../plots/level-data.ts";
import { limitSteps } from "../../plots/limit-steps.ts";
import { sampleCounts } from "../../plots/plot-summary.ts";
import { validOnly, weighting } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import type { SensorFacts } from "../../state/site.ts";
import { type LocalRange, rangeOfSeconds, rangeSoFar } from "../../time/range.ts";
import { LevelBlock } from "../sensor/level-block.tsx";
import { readSamples } from "../../data/read-samples.ts";
import { dueVariables, sensorVariables } from "../../data/sensor-variables.ts";
import { ask } from "../../graphql/ask.ts";
import { surroundingLimitsDocument } from "../../graphql/generated/surrounding-limits.ts";
import { useAsked } from "../../graphql/use-query.ts";
import { refreshShownUntil, shownUntil } from "../../state/shown-until.ts";
import { usePolling } from "../../state/use-polling.ts";

interface SurroundedSample {
  readonly sensor: SensorFacts;
  readonly second: number;
  readonly schedules: Schedules;
}

/** The levels two hours before and after a sample, which is marked. */
export function Surroundings(props: SurroundedSample) {
  const loaded = useSurroundings(props.sensor.id, props.second);
  if (loaded.data === null) return <QueryNote query={loaded} height={420} />;
  return (
    <>
      <SurroundingPlot {...props} loaded={loaded.data} isStale={loaded.isLoading} />
      <QueryNote query={loaded} />
    </>
  );
}

function SurroundingPlot(
  props: SurroundedSample & { readonly loaded: LoadedSurroundings; readonly isStale: boolean },
) {
  const { loaded, sensor, second, schedules, isStale } = props;
  const { zone, contract } = useProject();
  const [zoomed, setZoomed] = useState<LocalRange | null>(null);
  const range = zoomed ?? loaded.range;
  const { interval, limits } = loaded;
  const w = weighting.value;
  const exclusions = limits?.exclusions ?? [];
  const gaps = drawnStretches(limits?.availability?.gaps ?? []).filter(
    ({ first, end }) => first <= range.last && end > range.first,
  );
  const picture = useMemo<LevelPicture>(
    () => ({
      data: withoutEventsIn(
        dataOfSamples(
          loaded.rows.filter((row) => row.second >= range.first && row.second <= range.last),
          interval,
          w,
        ),
        validOnly.value ? drawnStretches(exclusions) : [],
      ),
      range,
      zone,
      unit: `dB(${w})`,
      limits: limitSteps(limits?.limitTimeline ?? [], schedules),
      periods: limits?.indicators?.periods ?? null,
      holidays: schedules.project?.holidays ?? [],
      contract,
      gaps,
      exclusions: drawnStretches(exclusions),
      marked: { first: second, end: second + interval },
    }),
    [loaded, range, zone, validOnly.value, schedules.sensor, schedules.project],
  );
  return (
    <LevelBlock
      title="Two hours before and after"
      fileTitle="Levels around the sample"
      sensor={sensor}
      picture={picture}
      weighting={w}
      counts={{ ...sampleCounts(picture.data.points), gaps: gaps.length }}
      isStale={isStale}
      rows={loaded.rows}
      exclusions={exclusions}
      plot={{
        height: 240,
        onZoom: (first, last) => setZoomed(rangeOfSeconds(first, last, zone)),
        onReset: () => setZoomed(null),
      }}
    />
  );
}

type LoadedSurroundings = NonNullable<ReturnType<typeof useSurroundings>["data"]>;

const secondsAround = 2 * 3600;

/** The samples around a second, and the limits that hold there; read again until the hours after it have passed. */
function useSurroundings(sensorId: string, second: number) {
  const scope = useProject();
  const { project, extents, zone } = scope;
  const interval = extents.get(sensorId)?.interval?.seconds ?? 300;
  const around = rangeOfSeconds(
    Math.max(0, second - secondsAround),
    second + interval + secondsAround - 1,
    zone,
  );
  // The future is no gap.
  const range = rangeSoFar(around, Math.max(shownUntil.value, second + interval - 1));
  const due = dueVariables(deliveringIn(scope, sensorId, range));
  usePolling(refreshShownUntil, second, range.last === around.last);
  const request = {
    projectId: project.id,
    sensorId,
    first: range.first,
    last: range.last,
    weighting: weighting.value,
    intervalSeconds: interval,
  };
  return useAsked(
    async (signal) => {
      const [samples, limits] = await Promise.all([
        readSamples(request, signal),
        ask(
          surroundingLimitsDocument,
          { ...sensorVariables(project.id, sensorId, range), ...due },
          signal,
        ),
      ]);
      const issues = [...samples.issues, ...limits.issues];
      const { data: rows } = samples;
      return { data: rows && { range, interval, rows, limits: limits.data?.sensor }, issues };
    },
    JSON.stringify([request, due]),
    "v0:data:read",
  );
}
