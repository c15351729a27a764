import { startInternal, type InternalOptions } from "./internal.ts";
import { createWatchMetrics, type WatchMetrics } from "./metrics/watch-metrics.ts";
import { startPublic } from "./public.ts";
import { openThread, type Thread, type ThreadOptions } from "./thread.ts";

/** Both listeners over one database. */
export interface Gateway extends Pick<Thread, "threadEnded"> {
  /** The addresses of the listeners, for example `http://127.0.0.1:8080`. */
  readonly publicUrl: string;
  readonly internalUrl: string;
  /** The metrics of a drop folder. */
  readonly watch: WatchMetrics;
  /** Computes the metrics of each sensor; null: another thread does. */
  readonly refreshSensors: ((signal: AbortSignal) => Promise<void>) | null;
  /** Rejects when a thread ends too often. */
  readonly failed: Promise<never>;
  /**
   * Accepts no further connection, answers the requests that have arrived, and cuts those that are not answered after
   * seven seconds.
   */
  stop(): Promise<void>;
}

export interface GatewayOptions
  extends Omit<ThreadOptions, "name">, Omit<InternalOptions, "readOthers" | "restarts"> {}

/** Starts both listeners in this thread. Rejects if the server cannot listen on an address. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const thread = await openThread(options);
  const listeners: { stop(): Promise<void> }[] = [];
  const stop = async () => {
    await Promise.all(listeners.map((listener) => listener.stop()));
    await thread.stop();
  };
  try {
    const outer = await startPublic(thread);
    listeners.push(outer);
    const internal = await startInternal(thread, options);
    listeners.push(internal);
    return {
      publicUrl: outer.url,
      internalUrl: internal.url,
      watch: createWatchMetrics(thread.register),
      threadEnded: thread.threadEnded,
      refreshSensors: internal.refreshSensors,
      failed: new Promise<never>(() => undefined),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
