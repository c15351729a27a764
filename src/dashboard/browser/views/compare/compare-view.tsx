import { useSignal } from "@preact/signals";
import { useMemo, useState } from "preact/hooks";
import { ExportButtons } from "../../components/export-buttons.tsx";
import { QueryNote } from "../../components/query-note.tsx";
import { levelText, signedLevel, signedTwoDecimals } from "../../components/level-text.ts";
import { tableOf } from "../../components/data-table.tsx";
import {
  type Column,
  levelColumn,
  numberColumn,
  textColumn,
} from "../../components/plain-table.tsx";
import { known, PlotBlock } from "../../components/plot-block.tsx";
import { Select } from "../../components/select.tsx";
import { csvOf } from "../../export/csv.ts";
import { fileName } from "../../export/samples-export.ts";
import { projectCriteriaDocument } from "../../graphql/generated/project-criteria.ts";
import { useQuery } from "../../graphql/use-query.ts";
import type { LevelPicture } from "../../plots/level-picture.ts";
import { hourLine, nearestPoint } from "../../plots/level-data.ts";
import { LevelPlot } from "../../plots/level-plot.tsx";
import { parameter, pushParameters, replaceParameters } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import { localIso, localMinute, secondOf } from "../../time/local-time.ts";
import { rangeOfSeconds } from "../../time/range.ts";
import { ComparedTable } from "./compared-table.tsx";
import {
  type Compared,
  type ComparedHour,
  differenceOf,
  hoursOfRange,
  useCompared,
} from "./use-compared.ts";

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
  const criteria = useQuery(projectCriteriaDocument, { project: project.id });
  const isShared = (name: string) => sensors.filter((each) => each.name === name).length > 1;
  const all = sensors.map(({ id, name }): Option => [
    id,
    isShared(name) ? `${name} (${id})` : name,
  ]);
  const idOf = (name: string) => sensors.find(({ id }) => id === parameter(name))?.id;
  const first = idOf("a") ?? sensors[0]?.id ?? "";
  const second = idOf("b") ?? first;
  const days = earlier.find(([number]) => String(number) === parameter("back"))?.[0];
  const daysEarlier = days ?? (first === second ? 7 : 0);
  const isLong = hoursOfRange(range) === null;
  const isSame = first === second && daysEarlier === 0;
  const isShown = !isLong && !isSame && sensors.length > 0;
  const nameOf = (id: string) => all.find(([sensor]) => sensor === id)?.[1] ?? id;
  const when = earlier.find(([number]) => number === daysEarlier)?.[1] ?? "";
  const sides = [
    { sensor: first, name: nameOf(first), daysEarlier: 0 },
    {
      sensor: second,
      name: `${nameOf(second)}${daysEarlier === 0 ? "" : `, ${when}`}`,
      daysEarlier,
    },
  ] as const;
  const query = useCompared(isShown ? sides : null);
  const { data, isLoading } = query;
  // The table has a row of each criterion: it comes once they are known, and moves nothing then.
  const isAnswered = criteria.answeredAt !== null;
  return (
    <div class="stack">
      <h1>Compare</h1>
      <div class="row no-print">
        <label class="row">
          Sensor <Select options={all} chosen={first} onChoose={(a) => replaceParameters({ a })} />
        </label>
        <label class="row">
          with <Select options={all} chosen={second} onChoose={(b) => replaceParameters({ b })} />
        </label>
        <Select
          label="Days of the second"
          options={earlier.map(([number, text]) => [String(number), text])}
          chosen={String(daysEarlier)}
          onChoose={(back) => replaceParameters({ back })}
        />
      </div>
      {isLong && <p role="note">The range has more hours than are read at once.</p>}
      {isSame && <p role="note">Choose another sensor, or an earlier week of the same one.</p>}
      {isShown && (
        <QueryNote
          query={{ ...query, data: isAnswered ? data : null, isLoading: isLoading || !isAnswered }}
          height={900}
        />
      )}
      {isShown && data !== null && isAnswered && (
        <>
          <ComparedTable compared={data} criteria={criteria} isStale={isLoading} />
          <ComparedPlot compared={data} isStale={isLoading} />
        </>
      )}
    </div>
  );
}

/** An hour of both sides at the local time of the first, and how far the first is above the second. */
interface Row {
  readonly start: number;
  readonly own: ComparedHour;
  readonly other: ComparedHour | undefined;
  readonly levels: readonly [
    first: number | null,
    second: number | null,
    difference: number | null,
  ];
}

function ComparedPlot(props: { readonly compared: Compared; readonly isStale: boolean }) {
  const { compared, isStale } = props;
  const { zone, contract, project } = useProject();
  const { range, weighting: w } = compared;
  const [first, second] = compared.sides;
  const names = [first.name, second.name] as const;
  const cursor = useSignal<number | null>(null);
  const [drawn, setDrawn] = useState<LevelPicture | null>(null);
  const rows = useMemo(
    () =>
      [...first.hours].map(([start, own]): Row => {
        const other = second.hours.get(start);
        const [Leq, otherLeq] = [own.Leq, other?.Leq ?? null];
        return { start, own, other, levels: [Leq, otherLeq, differenceOf(Leq, otherLeq)] };
      }),
    [compared],
  );
  const picture = useMemo<LevelPicture>(
    () => ({
      data: hourLine(rows.map(({ start, levels }) => [start, levels[0]])),
      other: {
        name: second.name,
        data: hourLine(rows.map(({ start, levels }) => [start, levels[1]])),
      },
      range,
      zone,
      unit: `dB(${w})`,
      limits: [],
      contract,
    }),
    [rows, zone],
  );
  const zoom = (from: number, to: number) => {
    const zoomed = rangeOfSeconds(from, to, zone);
    pushParameters({ from: zoomed.from, to: zoomed.to });
  };
  const sideColumn = (
    index: 0 | 1,
    prefix: string,
    hourOf: (row: Row) => ComparedHour | undefined,
  ) => ({
    ...levelColumn(names[index], ({ levels }: Row) => levels[index]),
    file: {
      [`${prefix}sensor_id`]: () => compared.sides[index].sensor,
      [`${prefix}datetime_utc`]: (row: Row) => hourOf(row)?.startAt ?? null,
      [`${prefix}datetime_local`]: (row: Row) => {
        const hour = hourOf(row);
        return hour === undefined ? null : localIso(secondOf(hour.startAt), zone);
      },
      [`${prefix}L${w}eq`]: (row: Row) => hourOf(row)?.Leq ?? null,
    },
  });
  const columns: readonly Column<Row, string | number | null>[] = [
    textColumn("Time", ({ start }) => localMinute(start, zone)),
    sideColumn(0, "", ({ own }) => own),
    sideColumn(1, "other_", ({ other }) => other),
    {
      ...numberColumn("Difference", ({ levels: [, , difference] }) =>
        difference === null ? null : signedTwoDecimals(difference),
      ),
      file: { difference: ({ levels }) => levels[2] },
    },
  ];
  const read = () => ({ data: csvOf(columns, rows), issues: [] });
  const name = fileName({ sensorId: `${project.id}_compare`, range, weighting: w }, "csv");
  const found = nearestPoint(picture.data.points, cursor.value);
  const [, other = null, difference = null] = rows[found]?.levels ?? [];
  return (
    <PlotBlock
      testId="compare"
      title="Hours"
      quantity={`L${w}eq,1 h · dB(${w})`}
      counts={{ points: rows.filter(({ levels }) => levels[0] !== null).length, over: 0, gaps: 0 }}
      query={known(rows, isStale)}
      isDrawn={drawn === picture}
      table={(shown) => tableOf(names.join(" and "), shown, columns)}
      actions={<ExportButtons csv={{ name, read }} />}
    >
      {() => (
        <>
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
              : `${names[1]}: ${levelText(other)}, difference ${signedLevel(difference)} dB`}
          </p>
        </>
      )}
    </PlotBlock>
  );
}
