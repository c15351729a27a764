import { useSignal } from "@preact/signals";
import { useMemo, useState } from "preact/hooks";
import { ExportButtons } from "../../components/export-buttons.tsx";
import { IssueNote } from "../../components/issue-note.tsx";
import { exactLevel, levelText, signedLevel } from "../../components/level-text.ts";
import { levelColumns, texts } from "../../components/plain-table.tsx";
import { PlotBlock } from "../../components/plot-block.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { csvLine } from "../../export/csv.ts";
import { downloadText } from "../../export/download.ts";
import { csvType, fileName } from "../../export/samples-export.ts";
import type { LevelPicture } from "../../plots/level-canvas.ts";
import { hourLine, nearestPoint } from "../../plots/level-data.ts";
import { LevelPlot } from "../../plots/level-plot.tsx";
import { parameter, pushParameters, replaceParameters, weighting } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import { instantText, localIso, localMinute } from "../../time/local-time.ts";
import { rangeOfSeconds } from "../../time/range.ts";
import { ComparedTable } from "./compared-table.tsx";
import { type Compared, differenceOf, hoursOfRange, useCompared } from "./use-compared.ts";

const earlier = [
  [0, "on the same days"],
  [7, "a week earlier"],
  [28, "four weeks earlier"],
  [364, "52 weeks earlier"],
] as const;

type Option = readonly [value: string, text: string];

/** Two sensors, or a sensor and itself in an earlier week: their answers, and their hours by local time. */
export function CompareView() {
  const { project, range } = useProject();
  const { sensors } = project;
  const idOf = (name: string) => sensors.find(({ id }) => id === parameter(name))?.id;
  const first = idOf("a") ?? sensors[0]?.id ?? "";
  const second = idOf("b") ?? first;
  const days = earlier.find(([number]) => String(number) === parameter("back"))?.[0];
  const daysEarlier = days ?? (first === second ? 7 : 0);
  const isLong = hoursOfRange(range) === null;
  const isSame = first === second && daysEarlier === 0;
  const isShown = !isLong && !isSame && sensors.length > 0;
  const compared = useCompared(isShown ? { first, second, daysEarlier } : null);
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
      {isLong && <p role="note">The range has more hours than are read at once.</p>}
      {isSame && <p role="note">Choose another sensor, or an earlier week of the same one.</p>}
      {issue !== undefined && <IssueNote issue={issue} />}
      {isShown && compared.data === null && compared.isLoading && <Skeleton height={480} />}
      {isShown && compared.data !== null && (
        <>
          <ComparedTable sides={compared.data.sides} names={names} />
          <ComparedPlot compared={compared.data} names={names} isStale={compared.isLoading} />
        </>
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
  const { zone, range, contract, project } = useProject();
  const w = weighting.value;
  const cursor = useSignal<number | null>(null);
  const [drawn, setDrawn] = useState<LevelPicture | null>(null);
  const [first, second] = compared.sides.map(({ hours }) => hours);
  const rows = useMemo(
    () =>
      [...(first ?? [])].map(([start, { Leq }]) => {
        const other = second?.get(start)?.Leq ?? null;
        return { start, Leq, other, difference: differenceOf(Leq, other) };
      }),
    [compared],
  );
  const picture = useMemo<LevelPicture>(
    () => ({
      data: hourLine(rows.map(({ start, Leq }) => [start, Leq])),
      other: { name: names[1], data: hourLine(rows.map(({ start, other }) => [start, other])) },
      range,
      zone,
      unit: `dB(${w})`,
      limits: [],
      contract,
    }),
    [rows, zone, names[1]],
  );
  const levelsOf = ({ Leq, other, difference }: (typeof rows)[number]) => [Leq, other, difference];
  const zoom = (from: number, to: number) => {
    const zoomed = rangeOfSeconds(from, to, zone);
    pushParameters({ from: zoomed.from, to: zoomed.to });
  };
  const save = () => {
    const head = ["datetime_utc", "datetime_local", ...names, "difference"];
    const lines = rows.map((row) => [
      instantText(row.start),
      localIso(row.start, zone),
      ...levelsOf(row),
    ]);
    const name = fileName({ sensorId: `${project.id}_compare`, range, weighting: w }, "csv");
    downloadText(name, csvType, [head, ...lines].map(csvLine).join(""));
  };
  const found = cursor.value === null ? -1 : nearestPoint(picture.data.points, cursor.value);
  const { other = null, difference = null } = rows[found] ?? {};
  return (
    <PlotBlock
      testId="compare"
      title="Hours"
      quantity={`L${w}eq,1 h · dB(${w})`}
      counts={{ points: rows.filter(({ Leq }) => Leq !== null).length, over: 0, gaps: 0 }}
      isReady={drawn === picture && !isStale}
      isStale={isStale}
      table={() => ({
        caption: names.join(" and "),
        columns: [...texts("Time"), ...levelColumns(...names, "Difference")],
        rows: rows.map((row) => [localMinute(row.start, zone), ...levelsOf(row).map(exactLevel)]),
      })}
      actions={<ExportButtons csv={save} />}
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
      <p class="text-line" data-testid="difference">
        {other === null || difference === null
          ? " "
          : `${names[1]}: ${levelText(other)}, ${signedLevel(difference)} dB`}
      </p>
    </PlotBlock>
  );
}
