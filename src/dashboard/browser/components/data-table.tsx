import "./data-table.css";
import { useState } from "preact/hooks";
import { writtenCell } from "./level-text.ts";
import { cellClass, type Column, type TableColumn, TableHead } from "./plain-table.tsx";

/** A table of texts, whose numbers are as programs read them: files have them so. */
export interface TableContent {
  readonly caption: string;
  readonly columns: readonly TableColumn[];
  /** Oldest first. */
  readonly rows: readonly (readonly string[])[];
}

type Text = string | number | null | undefined;

/** Rows as a table of texts. Levels have the two decimals with which they are served; null is an empty cell. */
export function tableOf<Row>(
  caption: string,
  rows: readonly Row[],
  columns: readonly Column<Row, Text>[],
): TableContent {
  const textOf = (row: Row, { cell, isLevel }: Column<Row, Text>) => {
    const content = cell(row);
    if (typeof content !== "number") return content ?? "";
    return String(isLevel === true ? Number(content.toFixed(2)) : content);
  };
  return { caption, columns, rows: rows.map((row) => columns.map((each) => textOf(row, each))) };
}

const rowHeight = 32;
const windowRows = 60;

/**
 * A real table. Above 500 rows it holds those that are scrolled to, between two rows of their height; `aria-rowcount`
 * and `aria-rowindex` say where they are.
 */
export function DataTable({ caption, columns, rows }: TableContent) {
  const [scrolled, setScrolled] = useState(0);
  const isVirtual = rows.length > 500;
  const start = isVirtual
    ? Math.max(0, Math.min(rows.length - windowRows, Math.floor(scrolled / rowHeight) - 20))
    : 0;
  const shown = isVirtual ? rows.slice(start, start + windowRows) : rows;
  const below = rows.length - start - shown.length;
  return (
    <div
      class="data-table sticky-head"
      tabIndex={0}
      role="region"
      aria-label={caption}
      onScroll={(event) => isVirtual && setScrolled(event.currentTarget.scrollTop)}
    >
      <table aria-rowcount={rows.length + 1}>
        <caption class="muted">{caption}</caption>
        <TableHead columns={columns} />
        <tbody>
          {start > 0 && <Spacer rows={start} columns={columns.length} />}
          {shown.map((cells, index) => (
            <tr key={start + index} aria-rowindex={start + index + 2}>
              {columns.map((column, place) => (
                <td key={place} class={cellClass(column)}>
                  {column.isNumber === true
                    ? writtenCell(cells[place] ?? "", column.isLevel === true)
                    : cells[place]}
                </td>
              ))}
            </tr>
          ))}
          {below > 0 && <Spacer rows={below} columns={columns.length} />}
        </tbody>
      </table>
    </div>
  );
}

function Spacer({ rows, columns }: { readonly rows: number; readonly columns: number }) {
  return (
    <tr aria-hidden="true">
      <td
        colSpan={columns}
        class="spacer"
        ref={(cell) => cell?.style.setProperty("height", `${rows * rowHeight}px`)}
      />
    </tr>
  );
}
