import type { Log } from "#log.ts";

/** What the log says of an exchange besides its end; filled in as it becomes known. */
export interface ExchangeFacts {
  route?: string;
  keyId?: string;
  shed?: true;
  /** The connection ended before the answer did. */
  cut?: true;
}

/** Told of every exchange; for metrics. */
export interface ExchangeWatch {
  began(): void;
  /** The route is `none` where none was reached, the status null where nothing was answered. */
  ended(route: string, status: number | null, milliseconds: number): void;
}

export interface RecordOptions {
  readonly log: Log;
  readonly watch?: ExchangeWatch;
}

/** Ends the record of an exchange, with the status of its answer; null: its client went before. */
export type EndRecord = (requestId: string, status: number | null, facts?: ExchangeFacts) => void;

/** Begins the record of an exchange: one line in the log, and one request in the metrics, at its end. */
export function beginRecord({ log, watch }: RecordOptions): EndRecord {
  const startedAt = performance.now();
  watch?.began();
  return (requestId, status, { route = "none", ...facts } = {}) => {
    const milliseconds = Math.round((performance.now() - startedAt) * 10) / 10;
    watch?.ended(route, status, milliseconds);
    log.info({ requestId, route, ...facts, status, milliseconds }, "request");
  };
}
