import { jobSession } from "../../database/client/statement.ts";
import type { Pool } from "../../database/client/pool.ts";
import { everything } from "../../database/queries/keys/grants.ts";
import { createSampleReader } from "../../database/queries/samples/sample-columns.ts";
import {
  selectFigures,
  updateInferredInterval,
} from "../../database/queries/samples/sensor-figures.ts";
import { readSensorInterval } from "../status/sensor-reading.ts";
import type { Round } from "./round.ts";

/**
 * Stores the inferred interval of each sensor without a declared one, because the metrics read no samples. A sensor is
 * read again when its newest sample is an hour newer, or older than before.
 */
export async function inferIntervals(
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
