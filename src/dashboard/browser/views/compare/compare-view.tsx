import { useSignal } from "@preact/signals";
import { useMemo, useState } from "preact/hooks";
import { IssueNote } from "../../components/issue-note.tsx";
import { levelText, quantityText, signedLevel, twoDecimals } from "../../components/level-text.ts";
import { numbers, texts } from "../../components/plain-table.tsx";
import { PlotBlock } from "../../components/plot-block.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import type { LevelPicture } from "../../plots/level-canvas.ts";
import { nearestPoint } from "../../plots/level-data.ts";
import { LevelPlot } from "../../plots/level-plot.tsx";
import { parameter, pushParameters, replaceParameters, weighting } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import { localMinute } from "../../time/local-time.ts";
import { rangeOfSeconds } from "../../time/range.ts";
import { type Compared, useCompared } from "./use-compared.ts";

const earlier = [
  [0, "on the same days"],
  [7, "a week earlier"],
  [28, "four weeks earlier"],
  [364, "52 weeks earlier"],
] as const;

type Option = readonly [value: string, text: string];

/** Days whose samples are drawn; more would hide each other. */
const longestSeconds = 32 * 86_400;

/** Two sensors, or a sensor and itself in an earlier week, on one plot, aligned by local time. */
export function CompareView() {
  const { project, range } = useProject();
  const { sensors } = project;
  const idOf = (name: string) => sensors.find(({ id }) => id === parameter(name))?.id;
  const first = idOf("a") ?? sensors[0]?.id ?? "";
  const second = idOf("b") ?? first;
  const days = earlier.find(([number]) => String(number) === parameter("back"))?.[0];
  const daysEarlier = days ?? (first === second ? 7 : 0);
  const isLong = range.last - range.first > longestSeconds;
  const isSame = first === second && daysEarlier === 0;
  const compared = useCompared(
    isLong || isSame || sensors.length === 0 ? null : { first, second, daysEarlier },
  );
  const nameOf = (id: string) => sensors.find((sensor) => sensor.id === id)?.name ?? id;
  const when = earlier.find(([number]) => number === daysEarlier)?.[1] ?? "";
  const names = [
    nameOf(first),
    `${nameOf(second)}${daysEarlier === 0 ? "" : `, ${when}`}`,
  ] as const;
  const choice = (name: "a" | "b" | "back", value: string, options: readonly Option[]) => (
    <select
      aria-label={name === "back" ? "Days of the second" : undefined}
      value={value}
      onChange={(event) => replaceParameters({ [name]: event.currentTarget.value })}
    >
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  );
  const all = sensors.map(({ id, name }): Option => [id, name]);
  const [issue] = compared.issues;
  return (
    <div class="stack">
      <h1>Compare</h1>
      <div class="row no-print">
        <label class="row">Sensor {choice("a", first, all)}</label>
        <label class="row">with {choice("b", second, all)}</label>
        {choice(
          "back",
          String(daysEarlier),
          earlier.map(([number, text]) => [String(number), text]),
        )}
      </div>
      {isLong && <p role="note">Choose 31 days or less.</p>}
      {isSame && <p role="note">Choose another sensor, or an earlier week of the same one.</p>}
      {issue !== undefined && <IssueNote issue={issue} />}
      {compared.data === null && compared.isLoading && <Skeleton height={480} />}
      {compared.data !== null && !isLong && !isSame && (
        <ComparedPlot compared={compared.data} names={names} isStale={compared.isLoading} />
      )}
    </div>
  );
}

function ComparedPlot(props: {
  readonly compared: Compared;
  readonly names: readonly [string, string];
  readonly isStale: boolean;
}) {
  const { compared, names, isStale } = props;
  const { zone, range, contract } = useProject();
  const w = weighting.value;
  const cursor = useSignal<number | null>(null);
  const [drawn, setDrawn] = useState<LevelPicture | null>(null);
  const picture = useMemo<LevelPicture>(
    () => ({
      data: compared.first,
      other: { name: names[1], data: compared.second },
      range,
      zone,
      unit: `dB(${w})`,
      limits: [],
      contract,
    }),
    [compared, zone, names[1]],
  );
  const table = () => ({
    caption: names.join(" and "),
    columns: [...texts("Time"), ...numbers(...names)],
    rows: compared.first.points.map(({ second, Leq }) => {
      const other = levelAt(compared.second, second);
      return [
        localMinute(second, zone),
        Leq === null ? "–" : twoDecimals(Leq),
        other === null ? "–" : twoDecimals(other),
      ];
    }),
  });
  const zoom = (first: number, last: number) => {
    const { from, to } = rangeOfSeconds(first, last, zone);
    pushParameters({ from, to });
  };
  const counts = { points: compared.first.points.length, over: 0, gaps: 0 };
  return (
    <PlotBlock
      testId="compare"
      title="Levels"
      quantity={`${quantityText(w, compared.first.interval)} · dB(${w})`}
      counts={counts}
      isReady={drawn === picture && !isStale}
      isStale={isStale}
      table={table}
    >
      <LevelPlot
        picture={picture}
        height={360}
        summary={`${names.join(" and ")}, on one axis of local time`}
        quantity={names[0]}
        cursor={cursor}
        onDrawn={() => setDrawn(picture)}
        onZoom={zoom}
      />
      <Difference compared={compared} second={cursor.value} name={names[1]} />
    </PlotBlock>
  );
}

/** The second level at the cursor, and how far it is from the first. */
function Difference(props: {
  readonly compared: Compared;
  readonly second: number | null;
  readonly name: string;
}) {
  const { compared, second, name } = props;
  const { points } = compared.first;
  const point = second === null ? undefined : points[nearestPoint(points, second)];
  const other = point === undefined ? null : levelAt(compared.second, point.second);
  return (
    <p class="text-line" data-testid="difference">
      {other !== null && point?.Leq != null
        ? `${name}: ${levelText(other)}, ${signedLevel(Math.round((other - point.Leq) * 100) / 100)} dB`
        : " "}
    </p>
  );
}

/** The level whose interval has begun at a second; null if the nearest sample is of another interval. */
function levelAt({ points, interval }: Compared["second"], second: number): number | null {
  const point = points[nearestPoint(points, second)];
  return point !== undefined && Math.abs(point.second - second) < interval / 2 ? point.Leq : null;
}
