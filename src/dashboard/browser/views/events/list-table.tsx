import type { ComponentChildren } from "preact";
import { countText } from "../../components/level-text.ts";
import { cellClass, type TableColumn, TableHead, texts } from "../../components/plain-table.tsx";
import { useProject } from "../../state/project-scope.tsx";
import { togglePlaying, playing } from "./list-player.ts";
import {
  clockChanges,
  dateText,
  instantText,
  localDate,
  localIso,
  localMinute,
  offsetText,
} from "../../time/local-time.ts";

/** A column of a list. Beside `name`, a number stands without its head on a phone. */
export interface ListColumn extends TableColumn {
  readonly name?: string;
}

export interface ListRow {
  /** The id of its sample; of an episode that of the first. */
  readonly id: string;
  readonly sensorId: string;
  readonly second: number;
  /** The view that the row opens. */
  readonly href: string;
  readonly heard: Playable | null;
  /** One cell for each column; a pair has the exact value, too. */
  readonly cells: readonly ListCell[];
}

export type ListCell =
  | { readonly content: ComponentChildren; readonly title?: string }
  | string
  | number
  | null;

/** Exceedances or episodes, a row each; cards on a phone. Time, sensor and recording are around the other columns. */
export function ListTable(props: {
  readonly caption: string;
  readonly time: string;
  readonly columns: readonly ListColumn[];
  readonly rows: readonly ListRow[];
}) {
  const { caption, time, columns, rows } = props;
  const { project } = useProject();
  const names = new Map(project.sensors.map(({ id, name }) => [id, name] as const));
  return (
    <table class="event-table">
      <caption class="visually-hidden">{caption}</caption>
      <TableHead
        columns={[...texts(time, "Sensor"), ...columns, { title: "Recording", hidesTitle: true }]}
      />
      <tbody>
        {rows.map(({ id, sensorId, second, href, heard, cells }) => (
          <tr key={id} data-testid="event-row" data-id={id}>
            <td class="time">
              <TimeLink second={second} href={href} />
            </td>
            <td class="name">{names.get(sensorId) ?? sensorId}</td>
            {columns.map((column, place) => (
              <Cell key={column.title} column={column} cell={cells[place] ?? null} />
            ))}
            <td class="play">{heard !== null && <PlayButton row={heard} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ column, cell }: { readonly column: ListColumn; readonly cell: ListCell }) {
  const { content, title } = typeof cell === "object" && cell !== null ? cell : { content: cell };
  return (
    <td class={cellClass(column)} data-name={column.name} title={title}>
      {typeof content === "number" ? countText(content) : content}
    </td>
  );
}

/** A row whose sample has a recording. */
export interface Playable {
  readonly id: string;
  readonly sensorId: string;
  readonly second: number;
}

/** Plays the recording of a row where it stands, and stops it. */
export function PlayButton({ row }: { readonly row: Playable }) {
  const { project } = useProject();
  const state = playing.value?.id === row.id ? playing.value.state : "ready";
  const title = {
    ready: "Play the recording",
    loading: "Stop the recording",
    playing: "Stop the recording",
    failed: "The recording cannot be played: try again",
  }[state];
  return (
    <button
      type="button"
      class="play-button"
      data-state={state}
      aria-label={title}
      title={title}
      onClick={() => void togglePlaying(row.id, { projectId: project.id, ...row })}
    >
      {{ ready: "▶", loading: "…", playing: "■", failed: "!" }[state]}
    </button>
  );
}

/** `2019-03-31 01:30 Sun`, with the offset where the range has two of them. */
function TimeLink({ second, href }: { readonly second: number; readonly href: string }) {
  const { range, zone } = useProject();
  const hasChange = clockChanges(range.first, range.last, zone).length > 0;
  return (
    <time dateTime={instantText(second)} title={localIso(second, zone)}>
      <a href={href}>{localMinute(second, zone)}</a>{" "}
      <span class="muted small">
        {dateText(localDate(second, zone)).slice(0, 3)}
        {hasChange && ` ${offsetText(second, zone)}`}
      </span>
    </time>
  );
}
