import type { Instant } from "../../acoustics/time/instant.ts";
import type { AudioStore } from "../../audio/audio-store.ts";
import type { OpenDatabase } from "../../database/client/open-database.ts";
import { openPool, type Pool } from "../../database/client/pool.ts";
import { jobSession } from "../../database/client/statement.ts";
import { becomeMaintainer } from "../../database/queries/maintenance/maintainer-lock.ts";
import { selectServerState } from "../../database/queries/maintenance/server-state.ts";
import { runRound, type RoundReport } from "./run-round.ts";
import { everything } from "../../database/queries/keys/grants.ts";
import { createSampleReader } from "../../database/queries/samples/sample-columns.ts";
import {
  selectFigures,
  updateInferredInterval,
} from "../../database/queries/samples/sensor-figures.ts";
import { readSensorInterval } from "../status/sensor-reading.ts";
import type { Round } from "./round.ts";

export interface MaintenanceOptions {
  readonly database: Pick<OpenDatabase, "target" | "kind">;
  readonly store: AudioStore;
  readonly now: () => Instant;
  /** Ends the round early, after the object or the batch in progress. */
  readonly signal: AbortSignal;
  /** True: waits while another process maintains the database. */
  readonly waits: boolean;
}

/**
 * Runs one round of maintenance over a connection of its own, without a statement timeout. One process at a time
 * maintains a database, except for the embedded one, where a work may be done twice.
 */
export function maintain(options: MaintenanceOptions) {
  const { database, store, now, signal, waits } = options;
  const pool = openPool({
    target: database.target,
    poolMax: 1,
    statementTimeoutMilliseconds: 0,
    keepsConnections: true,
  });
  const run = async (): Promise<RoundReport | null> => {
    try {
      if (!(await becomeMaintainer(pool.db, waits))) return null;
      // A clock that is ahead would remove what is still kept: the earlier one counts.
      const ofDatabase = await selectServerState(pool.sessionFor(jobSession));
      const earlier = Math.min(now(), Math.floor(ofDatabase.now)) as Instant;
      const round = { db: pool.db, kind: database.kind, now: earlier, signal };
      const report = await runRound(round, store);
      try {
        await inferIntervals(round, pool.sessionFor);
        return report;
      } catch (cause) {
        const failure = { work: "to infer the intervals of sensors", cause };
        return signal.aborted ? report : { ...report, failures: [...report.failures, failure] };
      }
    } finally {
      // The lock ends with the connection.
      await pool.close();
    }
  };
  return {
    /** Null: another process was maintaining the database. */
    report: run(),
    /** Interrupts the round, for a database that does not answer. */
    abandon: () => pool.close(0),
  };
}

/**
 * Stores the inferred interval of each sensor without a declared one, because the metrics read no samples. A sensor is
 * read again when its newest sample is an hour newer, or older than before.
 */
async function inferIntervals(
  { db, now, signal }: Round,
  sessionFor: Pool["sessionFor"],
): Promise<void> {
  const session = sessionFor({ ...jobSession, signal });
  const reader = createSampleReader(session, everything);
  for (const sensor of (await selectFigures(session, now)).sensors) {
    const { sensorNo, newest, inferredAt, declaredInterval } = sensor;
    if (newest === null || declaredInterval !== null) continue;
    if (inferredAt !== null && newest >= inferredAt && newest < inferredAt + hour) continue;
    const { seconds, source } = await readSensorInterval(reader, sensor);
    if (source === "inferred") await updateInferredInterval(db, sensorNo, { seconds, newest });
    if (signal.aborted) break;
  }
}

const hour = 3600;
