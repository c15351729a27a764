import type { ComponentChildren } from "preact";
import { countText } from "./level-text.ts";

/** A column of a table; numbers stand to the right. A hidden title is there for screen readers. */
export interface TableColumn {
  readonly title: string;
  readonly isNumber?: boolean;
  /** Its numbers are levels in dB, which tables show with two decimals. */
  readonly isLevel?: boolean;
  readonly hidesTitle?: boolean;
}

export function texts(...titles: readonly string[]): TableColumn[] {
  return titles.map((title) => ({ title }));
}

export function numbers(...titles: readonly string[]): TableColumn[] {
  return titles.map((title) => ({ title, isNumber: true }));
}

export function levelColumns(...titles: readonly string[]): TableColumn[] {
  return titles.map((title) => ({ title, isNumber: true, isLevel: true }));
}

/** The class of a column's cells. */
export function cellClass(column: TableColumn | undefined): string | undefined {
  return column?.isNumber === true ? "number" : undefined;
}

export function TableHead({ columns }: { readonly columns: readonly TableColumn[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column.title} scope="col" class={cellClass(column)}>
            {column.hidesTitle === true ? (
              <span class="visually-hidden">{column.title}</span>
            ) : (
              column.title
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** A table of plain cells. With `label`, it scrolls sideways if it is wider than its place. */
export function PlainTable(props: {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ComponentChildren[] }[];
  /** True if the first cell of a row is its head. */
  readonly hasHeads?: boolean;
  readonly class?: string;
  readonly caption?: string;
  readonly label?: string;
}) {
  const { columns, rows, hasHeads = false, caption, label } = props;
  const table = (
    <table class={props.class}>
      {caption !== undefined && <caption class="visually-hidden">{caption}</caption>}
      <TableHead columns={columns} />
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, index) =>
              hasHeads && index === 0 ? (
                <th key={index} scope="row">
                  {cell}
                </th>
              ) : (
                <td
                  key={index}
                  class={cellClass(columns[index])}
                  data-label={columns[index]?.title}
                >
                  {typeof cell === "number" ? countText(cell) : cell}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
  return label === undefined ? table : <TableScroll label={label}>{table}</TableScroll>;
}

/** A place in which a wide table scrolls, also by the keyboard. */
export function TableScroll(props: {
  readonly label: string;
  readonly class?: string;
  /** True if it holds controls: focusing one scrolls to it, so the place itself is no stop of Tab. */
  readonly isGrid?: boolean;
  readonly children: ComponentChildren;
}) {
  return (
    <div
      class={props.class ?? "table-scroll"}
      tabIndex={props.isGrid === true ? undefined : 0}
      role="region"
      aria-label={props.label}
    >
      {props.children}
    </div>
  );
}
