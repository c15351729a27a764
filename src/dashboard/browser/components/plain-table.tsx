import type { ComponentChildren, Ref } from "preact";
import { countText, twoDecimals } from "./level-text.ts";

/** How a column of a table looks; numbers stand to the right. A hidden title is there for screen readers. */
export interface TableColumn {
  readonly title: string;
  readonly isNumber?: boolean;
  /** Its numbers are levels in dB as served, which tables show with two decimals. */
  readonly isLevel?: boolean;
  readonly hidesTitle?: boolean;
}

/** A column with its cell of a row. */
export interface Column<Row, Cell = ComponentChildren> extends TableColumn {
  readonly cell: (row: Row) => Cell;
  /** Its columns in a file, by their names and in their order. */
  readonly file?: Readonly<Record<string, (row: Row) => string | number | null>>;
}

export function textColumn<Row, Cell>(title: string, cell: (row: Row) => Cell) {
  return { title, cell };
}

export function numberColumn<Row, Cell>(title: string, cell: (row: Row) => Cell) {
  return { title, cell, isNumber: true };
}

export function levelColumn<Row, Cell>(title: string, cell: (row: Row) => Cell) {
  return { title, cell, isNumber: true, isLevel: true };
}

/** The class of a column's cells. */
export function cellClass(column: TableColumn | undefined): string | undefined {
  return column?.isNumber === true ? "number" : undefined;
}

export function TableHead(props: {
  readonly class?: string;
  readonly columns: readonly TableColumn[];
}) {
  return (
    <thead class={props.class}>
      <tr>
        {props.columns.map((column) => (
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
export function PlainTable<Row>(props: {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
  /** True if the first cell of a row is its head. */
  readonly hasHeads?: boolean;
  readonly class?: string;
  readonly caption?: string;
  readonly label?: string;
}) {
  const { columns, rows, keyOf, hasHeads = false, caption, label } = props;
  const table = (
    <table class={props.class}>
      {caption !== undefined && <caption class="visually-hidden">{caption}</caption>}
      <TableHead columns={columns} />
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column, index) =>
              hasHeads && index === 0 ? (
                <th key={index} scope="row">
                  {column.cell(row)}
                </th>
              ) : (
                <td key={index} class={cellClass(column)} data-label={column.title}>
                  {shownCell(column, row)}
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

/** Counts have their thousands grouped, levels two decimals; a dash is a level that there is not. */
export function shownCell<Row>({ cell, isLevel }: Column<Row>, row: Row): ComponentChildren {
  const content = cell(row);
  if (isLevel === true && content == null) return "–";
  if (typeof content !== "number") return content;
  return isLevel === true ? twoDecimals(content) : countText(content);
}

/** A place in which a wide table scrolls, also by the keyboard. */
export function TableScroll(props: {
  readonly label: string;
  readonly class?: string;
  /** True if it holds controls: focusing one scrolls to it, so the place itself is no stop of Tab. */
  readonly isGrid?: boolean;
  readonly place?: Ref<HTMLDivElement>;
  readonly children: ComponentChildren;
}) {
  return (
    <div
      class={props.class ?? "table-scroll"}
      tabIndex={props.isGrid === true ? undefined : 0}
      role="region"
      aria-label={props.label}
      ref={props.place ?? null}
    >
      {props.children}
    </div>
  );
}
