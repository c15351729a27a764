import type { Worker } from "node:worker_threads";
import type { Log } from "../log.ts";
import { hasErrorCode } from "../system/error-code.ts";
import type { OpenedWorker } from "../system/open-worker.ts";
import { withDeadline } from "../system/with-deadline.ts";

/** The reason for which a thread has ended: out of memory, an uncaught error, no sign of life, or its own exit. */
export type EndReason = "memory" | "error" | "hung" | "exit";

/** Messages that each supervised thread posts, beside its own ones. */
export type ThreadMessage =
  /** Posted each second. */
  | { readonly kind: "alive" }
  /** Posted once, when the thread works. */
  | { readonly kind: "ready" };

export interface SupervisorOptions<Message> {
  /** The name in the log. */
  readonly name: string;
  /** Opens the thread that was started again so often. */
  readonly open: (restarts: number) => OpenedWorker;
  readonly onMessage: (message: Message, worker: Worker) => void;
  /** Called for each end but that of a stop. */
  readonly onEnd: (reason: EndReason) => void;
  readonly log: Log;
  /** The pause before a restart. Default: none. */
  readonly restartMilliseconds?: number;
  /** A thread that posts nothing for this time is ended: it runs an endless loop. */
  readonly silentSeconds: number;
  /** More ends in a minute end the process. Default: five. */
  readonly endsPerMinute?: number;
  /** The longest time of a stop. */
  readonly stopMilliseconds: number;
}

/** Runs a worker thread, and starts it again when it ends, whatever ended it. */
export function superviseThread<Message extends { readonly kind: string }>(
  options: SupervisorOptions<Message>,
) {
  const { name, open, onMessage, onEnd, log } = options;
  const { restartMilliseconds = 0, endsPerMinute = 5 } = options;
  const ready = createDeferred<void>();
  const failed = createDeferred<never>();
  let isReady = false;
  let isStopping = false;
  let restarts = 0;
  let ends: number[] = [];
  let restarting: NodeJS.Timeout | undefined;
  let current: OpenedWorker | null = null;

  const handleEnd = (reason: EndReason, cause: unknown) => {
    current = null;
    if (isStopping) return;
    if (!isReady) {
      isStopping = true;
      ready.reject(cause ?? new Error(`the ${name} thread has ended while it started`));
      return;
    }
    onEnd(reason);
    log.error({ thread: name, reason, cause }, "a thread has ended, and is started again");
    const now = performance.now();
    ends = [...ends.filter((end) => now - end < 60_000), now];
    if (ends.length > endsPerMinute) {
      isStopping = true;
      failed.reject(new Error(`the ${name} thread has ended ${ends.length} times in a minute`));
      return;
    }
    restarts += 1;
    restarting = setTimeout(start, restartMilliseconds);
  };
  const start = () => {
    current = open(restarts);
    const { worker, ended } = current;
    let isHung = false;
    // Counts seconds in which this thread runs: a process that was stopped misses no message.
    let seconds = -startSeconds;
    const watch = setInterval(() => {
      seconds += 1;
      if (seconds < options.silentSeconds) return;
      isHung = true;
      void worker.terminate();
    }, 1000);
    worker.on("message", (message: Message) => {
      seconds = 0;
      if (message.kind === "ready") {
        isReady = true;
        ready.resolve();
      }
      onMessage(message, worker);
    });
    const noteEnd = async () => {
      const { failure } = await ended;
      clearInterval(watch);
      handleEnd(isHung ? "hung" : reasonOf(failure), failure);
    };
    void noteEnd();
  };
  start();
  return {
    /** Resolves when the thread works for the first time. Rejects with the error by which it does not start. */
    ready: ready.promise,
    /** Rejects when the thread ends too often. */
    failed: failed.promise,
    /** Ends the thread when it has completed its work, or after `stopMilliseconds`. */
    async stop(): Promise<void> {
      isStopping = true;
      clearTimeout(restarting);
      if (current === null) return;
      const { worker, ended } = current;
      worker.postMessage({ kind: "stop" });
      const isEnded = ended.then(() => true);
      if (!(await withDeadline(isEnded, options.stopMilliseconds, false))) await worker.terminate();
    },
  };
}

/** A promise and its functions. Its rejection may be read later. */
function createDeferred<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<Value>((...functions) => {
    [resolve, reject] = functions;
  });
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}

/** The time in which a thread reads its program, before its first message. */
const startSeconds = 30;

function reasonOf(failure: unknown): EndReason {
  if (failure === null) return "exit";
  return hasErrorCode(failure, "ERR_WORKER_OUT_OF_MEMORY") ? "memory" : "error";
}
