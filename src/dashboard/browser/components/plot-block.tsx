import "./plot-block.css";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Query } from "../graphql/use-query.ts";
import { type TableContent, DataTable } from "./data-table.tsx";
import { QueryNote } from "./query-note.tsx";

/** How many samples, samples above the limit and gaps the shown range has, whatever is drawn. */
export interface PlotCounts {
  readonly points: number;
  readonly over: number;
  readonly gaps: number;
}

/**
 * The block of a plot: its picture, its controls, and the same as a table. Its query decides whether it is empty, old,
 * or could not be read. `data-ready`: it is drawn.
 */
export function PlotBlock<Data>(props: {
  readonly testId: string;
  readonly title: string;
  /** The quantity in full, such as `LAeq,5 min · dB(A)`. */
  readonly quantity?: string;
  readonly counts: PlotCounts | null;
  readonly query: BlockQuery<Data>;
  /** The height of the picture, until there is one; none where the data is known. */
  readonly height?: number;
  /** False while the picture or its counts are on their way. */
  readonly isDrawn?: boolean;
  /** Built only while it is shown. */
  readonly table: (data: Data) => TableContent;
  /** Other buttons beside "Show as table". */
  readonly actions?: ComponentChildren;
  readonly children: (data: Data) => ComponentChildren;
}) {
  const [isTable, setTable] = useState(false);
  const { counts, query, height = 0, isDrawn = true } = props;
  const { data, isLoading } = query;
  const isReady = data !== null && !isLoading && isDrawn;
  return (
    <section
      class="plot-block card column-3"
      data-testid={props.testId}
      data-ready={isReady ? "true" : "false"}
      data-points={counts?.points}
      data-over={counts?.over}
      data-gaps={counts?.gaps}
      aria-busy={isLoading || (data !== null && !isDrawn)}
      aria-label={props.title}
    >
      <div class="row spread">
        <h2>
          {props.title}
          {props.quantity !== undefined && <span class="quantity"> {props.quantity}</span>}
        </h2>
        <div class="row no-print">
          {props.actions}
          {data !== null && (
            <button type="button" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
              Show as table
            </button>
          )}
        </div>
      </div>
      <QueryNote query={query} height={height} />
      {data !== null && (
        <div class={isLoading ? "plot-picture fade dimmed" : "plot-picture fade"}>
          {props.children(data)}
        </div>
      )}
      {isTable && data !== null && <DataTable {...props.table(data)} />}
    </section>
  );
}

type BlockQuery<Data> = Pick<Query<Data>, "data" | "issues" | "isLoading" | "reload">;

/** The query of a block whose data its view has read. */
export function known<Data>(data: Data, isLoading = false): BlockQuery<Data> {
  return { data, issues: [], isLoading, reload: () => undefined };
}
