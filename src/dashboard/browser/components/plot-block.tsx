import "./plot-block.css";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { type TableContent, DataTable } from "./data-table.tsx";

/** How many samples, samples above the limit and gaps the shown range has, whatever is drawn. */
export interface PlotCounts {
  readonly points: number;
  readonly over: number;
  readonly gaps: number;
}

/** The block of a plot: its picture, its controls, and the same as a table. `data-ready`: it is drawn. */
export function PlotBlock(props: {
  readonly testId: string;
  readonly title: string;
  /** The quantity in full, such as `LAeq,5 min · dB(A)`. */
  readonly quantity?: string;
  readonly counts: PlotCounts | null;
  readonly isReady: boolean;
  /** Old data is shown while new data is on its way. */
  readonly isStale?: boolean;
  /** Built only while it is shown; null where there is none. */
  readonly table: (() => TableContent) | null;
  /** Other buttons beside "Show as table". */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  const [isTable, setTable] = useState(false);
  const { counts, isReady, isStale = false } = props;
  return (
    <section
      class="plot-block card column-3"
      data-testid={props.testId}
      data-ready={isReady ? "true" : "false"}
      data-points={counts?.points}
      data-over={counts?.over}
      data-gaps={counts?.gaps}
      aria-busy={!isReady || isStale}
      aria-label={props.title}
    >
      <div class="row spread">
        <h2>
          {props.title}
          {props.quantity !== undefined && <span class="quantity"> {props.quantity}</span>}
        </h2>
        <div class="row no-print">
          {props.actions}
          {props.table !== null && (
            <button type="button" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
              Show as table
            </button>
          )}
        </div>
      </div>
      <div class={isStale ? "plot-picture fade dimmed" : "plot-picture fade"}>{props.children}</div>
      {isTable && props.table !== null && <DataTable {...props.table()} />}
    </section>
  );
}
