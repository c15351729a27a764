import type { ComponentChildren } from "preact";
import { countText } from "../../components/level-text.ts";
import { cellClass, type TableColumn, TableHead, texts } from "../../components/plain-table.tsx";
import { useProject } from "../../state/project-scope.tsx";
import { togglePlaying } from "./list-player.ts";
import { type Playable, PlayButton } from "./play-button.tsx";
import { useRowKeys } from "./row-keys.ts";
import { TimeLink } from "./time-link.tsx";

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
  /** A cell a column; as a pair with the exact value. */
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
  const { list, rowProps } = useRowKeys(
    rows.map(({ href, heard }) => ({
      event: href,
      play:
        heard === null
          ? null
          : () => void togglePlaying(heard.id, { projectId: project.id, ...heard }),
    })),
  );
  return (
    <table class="event-table">
      <caption class="visually-hidden">{caption}</caption>
      <TableHead
        columns={[...texts(time, "Sensor"), ...columns, { title: "Recording", hidesTitle: true }]}
      />
      <tbody ref={list}>
        {rows.map(({ id, sensorId, second, href, heard, cells }, index) => (
          <tr key={id} data-testid="event-row" data-id={id} {...rowProps(index)}>
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
