import { statfs } from "node:fs/promises";
import type { Registry } from "prom-client";
import { createBoundedRead } from "../bounded-read.ts";
import type { CheckHealth } from "../health.ts";
import { definerOf } from "./define-metrics.ts";

/** Folders whose disks may fill, by their names in the metric. */
export type Volumes = Readonly<Record<string, string>>;

/**
 * Adds the metrics of parts and disks. The returned function updates them, never rejects, and omits disks that do not
 * answer.
 */
export function createPartMetrics(
  register: Registry,
  checkHealth: CheckHealth,
  volumes: Volumes,
  waitMilliseconds: number,
): () => Promise<void> {
  const { gauge } = definerOf(register);
  const ready = gauge("ready{part}", "1 while a part is ready that /health/ready needs, else 0.");
  const free = gauge(
    "disk_free_bytes{volume}",
    "Bytes that are free for this process on the disk of a folder: data (embedded database), recordings.",
  );
  const disks = Object.entries(volumes).map(([volume, folder]) => ({
    volume,
    readFree: createBoundedRead(
      async () => {
        const { bavail, bsize } = await statfs(folder);
        return bavail * bsize;
      },
      { keptMilliseconds: 5000, deadlineMilliseconds: waitMilliseconds },
    ),
  }));
  const readParts = createBoundedRead(checkHealth, {
    keptMilliseconds: 0,
    deadlineMilliseconds: waitMilliseconds,
  });
  return async () => {
    const [parts, ...bytes] = await Promise.all([
      readParts(),
      ...disks.map(({ readFree }) => readFree()),
    ]);
    for (const part of ["database", "migrations", "audioStore"] as const) {
      // A part that does not answer in time is not ready.
      ready.set({ part }, parts?.[part] === "ready" ? 1 : 0);
    }
    free.reset();
    for (const [index, { volume }] of disks.entries()) {
      const known = bytes[index];
      if (known !== null && known !== undefined) free.set({ volume }, known);
    }
  };
}
