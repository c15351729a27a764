import { createServer, type ServerResponse } from "node:http";
import { Counter, Gauge, Registry } from "prom-client";
import type { Endpoint } from "#config.ts";
import { listen } from "#http/listen.ts";

/** The metrics of a process that watches a drop folder. */
export interface WatchMetrics {
  onPutAway(file: {
    readonly kind: string;
    readonly outcome: string;
    readonly rows: Readonly<Record<(typeof results)[number], number>> | null;
  }): void;
  onTrouble(trouble: Error | null): void;
  onLook(waiting: number): void;
  /** The address, for example `http://127.0.0.1:9100`. */
  readonly url: string;
  stop(): Promise<void>;
}

const results = ["inserted", "updated", "unchanged", "rejected"] as const;

/** Serves `/metrics` alone. Rejects where the address cannot be listened on. */
export async function serveWatchMetrics(endpoint: Endpoint): Promise<WatchMetrics> {
  const register = new Registry();
  const registers = [register];
  const files = new Counter({
    name: "acoustic_watch_files_total",
    help: "Files that were put away, by what they are and where they went.",
    labelNames: ["kind", "outcome"],
    registers,
  });
  const rows = new Counter({
    name: "acoustic_watch_rows_total",
    help: "Rows of these files, by what became of them.",
    labelNames: ["kind", "result"],
    registers,
  });
  const last = new Gauge({
    name: "acoustic_watch_last_import_timestamp_seconds",
    help: "When a file went to done last.",
    registers,
  });
  const waiting = new Gauge({
    name: "acoustic_watch_waiting_files",
    help: "Files that are in the folder, growing ones included.",
    registers,
  });
  const blocked = new Gauge({
    name: "acoustic_watch_blocked",
    help: "1 while something keeps files from being imported, for example a database that is away.",
    registers,
  });
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
    onPutAway(file) {
      files.inc({ kind: file.kind, outcome: file.outcome });
      for (const result of results) {
        if (file.rows !== null) rows.inc({ kind: file.kind, result }, file.rows[result]);
      }
      if (file.outcome === "done") last.setToCurrentTime();
    },
    onTrouble: (trouble) => blocked.set(trouble === null ? 0 : 1),
    onLook: (count) => waiting.set(count),
    url,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
