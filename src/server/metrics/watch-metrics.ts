import { createServer, type ServerResponse } from "node:http";
import { Registry } from "prom-client";
import type { Endpoint } from "../../config.ts";
import { listen } from "../../http/connections/listen.ts";
import { definerOf } from "./define-metrics.ts";

const results = ["inserted", "updated", "unchanged", "rejected"] as const;
const reasons = ["upload", "sensor", "failure", "kind"] as const;

/** The counts of a file that was moved. */
export interface MovedCounts {
  readonly kind: string;
  readonly outcome: string;
  readonly rows: Readonly<Record<(typeof results)[number], number>> | null;
}

export type WatchMetrics = ReturnType<typeof createWatchMetrics>;

/** Adds the metrics of a process that watches a drop folder. Without a drop folder they are zero. */
export function createWatchMetrics(register: Registry) {
  const { gauge, counter } = definerOf(register);
  const files = counter(
    "watch_files_total{kind,outcome}",
    "Files of the drop folder that were moved, by what they are and where they went.",
  );
  const rows = counter(
    "watch_rows_total{kind,result}",
    "Rows of these files, by what became of them.",
  );
  const last = gauge(
    "watch_last_import_timestamp_seconds",
    "When a file of the drop folder went to done last.",
  );
  const waiting = gauge(
    "watch_waiting_files{reason}",
    "Files that are in the drop folder: in upload or before their turn (upload), of a sensor that is not known (sensor), after a failed try (failure), or never read because they are links, pipes or the like (kind).",
  );
  const blocked = gauge(
    "watch_blocked",
    "1 while something keeps every file of the drop folder from being imported, for example a database that is away.",
  );
  for (const reason of reasons) waiting.set({ reason }, 0);
  return {
    onMoved(file: MovedCounts) {
      files.inc({ kind: file.kind, outcome: file.outcome });
      for (const result of results) {
        if (file.rows !== null) rows.inc({ kind: file.kind, result }, file.rows[result]);
      }
      if (file.outcome === "done") last.setToCurrentTime();
    },
    onRound(state: {
      readonly waiting: Readonly<Record<(typeof reasons)[number], number>>;
      readonly isBlocked: boolean;
    }) {
      for (const reason of reasons) waiting.set({ reason }, state.waiting[reason]);
      blocked.set(state.isBlocked ? 1 : 0);
    },
  };
}

/** Serves only `/metrics` of a drop folder. Rejects if it cannot listen on the address. */
export async function serveWatchMetrics(endpoint: Endpoint) {
  const register = new Registry();
  const metrics = createWatchMetrics(register);
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    void print(response);
  });
  async function print(response: ServerResponse): Promise<void> {
    const text = await register.metrics();
    response.writeHead(200, { "Content-Type": register.contentType }).end(text);
  }
  const url = await listen(server, endpoint, "INTERNAL_HOST, --metrics-port");
  return {
    ...metrics,
    /** The address, for example `http://127.0.0.1:9100`. */
    url,
    stop: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
