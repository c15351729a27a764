/** A worker of a Citus cluster. */
export interface CitusWorker {
  /** Host and port, as the coordinator knows them. */
  readonly name: string;
  /** Whether it has just answered the coordinator over a new connection. */
  readonly isReachable: boolean;
}

/** What a service knows of the workers of Citus. */
export interface WorkerWatch {
  /**
   * Asks all workers at the same time. Rejects where the coordinator does not answer. Callers at the same time share
   * one check.
   */
  check(): Promise<readonly CitusWorker[]>;
  /**
   * Sends a statement that needs the worker of one sensor. Rejects at once where that worker is known to be away, and
   * as soon as it is found to be.
   */
  send<Row>(sensorNo: number, send: () => SentStatement<Row>): Promise<readonly Row[]>;
  close(): Promise<void>;
}

/** A statement of the driver. */
export type SentStatement<Row> = PromiseLike<readonly Row[]> & {
  /** The connection that it was sent over. */
  readonly state?: { destroy?(): void } | null;
};

export interface WorkerWatchOptions {
  askWorkers(): Promise<readonly CitusWorker[]>;
  /** The name of the worker that has the telemetry of a sensor; null where there is none. */
  askWorkerOf(sensorNo: number): Promise<string | null>;
  /** A statement that has waited so long has the workers checked. */
  readonly suspectMilliseconds: number;
  /** Between two checks, while a worker is away or a statement waits. */
  readonly pauseMilliseconds: number;
  close(): Promise<void>;
}

/**
 * Watches the workers of Citus for a service. The coordinator would wait for a worker that is frozen until the
 * statement times out, and such statements would soon have every connection. Nothing is asked while every statement
 * is answered soon. A worker that is away is asked again and again until it answers.
 */
export function watchWorkers(options: WorkerWatchOptions): WorkerWatch {
  const { askWorkers, suspectMilliseconds, pauseMilliseconds } = options;
  let away: ReadonlySet<string> = new Set();
  let workerOf = new Map<number, Promise<string | null>>();
  let checking: Promise<readonly CitusWorker[]> | null = null;
  let again: NodeJS.Timeout | undefined;
  let isClosed = false;

  const check = () => (checking ??= ask().finally(() => (checking = null)));
  const ask = async () => {
    clearTimeout(again);
    try {
      const workers = await askWorkers();
      away = new Set(workers.filter(({ isReachable }) => !isReachable).map(({ name }) => name));
      // Sensors may move to other workers, but not while one of them is away.
      if (away.size === 0) workerOf = new Map();
      return workers;
    } finally {
      const checkAgain = () => void check().catch(() => undefined);
      if (away.size > 0 && !isClosed) again = setTimeout(checkAgain, pauseMilliseconds).unref();
    }
  };
  const isAway = async (sensorNo: number) => {
    if (away.size === 0) return false;
    let asked = workerOf.get(sensorNo);
    if (asked === undefined) {
      asked = options.askWorkerOf(sensorNo).catch(() => {
        workerOf.delete(sensorNo);
        return null;
      });
      workerOf.set(sensorNo, asked);
    }
    return away.has((await asked) ?? "");
  };
  return {
    check,
    async send(sensorNo, send) {
      if (await isAway(sensorNo)) throw workerAway();
      const sent = send();
      return new Promise((resolve, reject) => {
        let isFinished = false;
        let isGivenUp = false;
        const look = async () => {
          await check().catch(() => undefined);
          const mustWait = !(await isAway(sensorNo));
          if (isFinished) return;
          if (mustWait) {
            timer = setTimeout(() => void look(), pauseMilliseconds);
            return;
          }
          isGivenUp = true;
          // Nothing else is to be sent over the connection: the coordinator still waits for the worker. The driver
          // rejects the statement when it has closed the connection.
          if (sent.state?.destroy) sent.state.destroy();
          else reject(workerAway());
        };
        let timer = setTimeout(() => void look(), suspectMilliseconds);
        const finish = () => {
          isFinished = true;
          clearTimeout(timer);
        };
        sent.then(finish, finish);
        sent.then(resolve, (error: unknown) => reject(isGivenUp ? workerAway() : error));
      });
    },
    async close() {
      isClosed = true;
      clearTimeout(again);
      await options.close();
    },
  };
}

function workerAway(): Error {
  const message = "the worker that has the telemetry of the sensor does not answer";
  return Object.assign(new Error(message), { code: "WORKER_AWAY" });
}
