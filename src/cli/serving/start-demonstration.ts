import type { Instant } from "../../acoustics/time/instant.ts";
import type { AudioStore } from "../../audio/audio-store.ts";
import { selectApiKeys } from "../../database/queries/keys/api-keys.ts";
import type { OpenDatabase } from "../../database/client/open-database.ts";
import { hasProjects } from "../../database/queries/sites/projects.ts";
import { selectSite } from "../../database/queries/sites/sites.ts";
import type { ServiceAddresses } from "../../demo/describe-demonstration.ts";
import type { Log } from "../../log.ts";
import { repeat } from "../../server/repeat.ts";

/** The text for a person who tries the server, when its addresses are known. */
export type Tour = (addresses: ServiceAddresses) => Promise<string>;

/**
 * Loads the demonstration site into an embedded database without projects, or with the demonstration and no key: a
 * process was killed. Of several processes, one creates the key, right before it prints it. `check` is called first.
 */
export async function prepareDemonstration(
  database: OpenDatabase,
  store: AudioStore,
  check: () => Promise<void>,
): Promise<Tour | null> {
  const { db, kind } = database;
  if (kind !== "embedded") return null;
  const demonstration = await import("../../demo/load-demonstration.ts");
  const isEmpty = !(await hasProjects(db));
  if (!isEmpty) {
    if ((await selectSite(db, demonstration.firstProjectId)) === null) return null;
    if ((await selectApiKeys(db)).length > 0) return describeOtherKey;
  }
  await check();
  console.log("Loading the demonstration site: generated measurements, no real ones …");
  const { describeDemonstration } = await import("../../demo/describe-demonstration.ts");
  const options = { now: new Date(), store };
  const loaded = isEmpty
    ? await demonstration.loadFirstDemonstrationSite(db, options)
    : await demonstration.loadDemonstrationSite(db, options);
  if (loaded === null) return describeOtherKey;
  return async (addresses) => {
    const key = await demonstration.createFirstDemonstrationKey(db, loaded, options.now);
    return key === null
      ? describeOtherKey(addresses)
      : describeDemonstration({ ...loaded, key }, addresses);
  };
}

/** Extends the demonstration at once, and then every five minutes. */
export function startExtending(database: OpenDatabase, log: Log) {
  const extend = async (signal: AbortSignal) => {
    try {
      const { extendDemonstration } = await import("../../demo/extend-demonstration.ts");
      await extendDemonstration(database, Date.now() as Instant, signal);
    } catch (cause) {
      if (!signal.aborted) log.warn({ cause }, "the demonstration could not be extended");
    }
  };
  return repeat(extend, () => interval - (Date.now() % interval) + 1000);
}

const interval = 300_000;

const describeOtherKey: Tour = async ({ internalUrl }) =>
  `The dashboard is at ${internalUrl}/. ${anotherKey}`;

const anotherKey =
  "The demonstration site is loaded; its key was printed once. `./acoustic demo` prints another.";
