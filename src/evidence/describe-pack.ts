import { formatInstant, type Interval } from "../acoustics/time/instant.ts";
import type { EpisodeOptions } from "../tables/episode-rows.ts";
import type { NumberedVersion } from "../database/queries/sites/site-versions.ts";

/** The content of `pack.json`. The newest version is in force, and the lines follow from it. */
export function describePack(
  project: string,
  { startAt, endAt }: Interval,
  versions: readonly NumberedVersion[],
) {
  const { weighting, joinSeconds, minSeconds } = episodeOptions;
  return {
    format: packFormat,
    project,
    startAt: formatInstant(startAt),
    endAt: formatInstant(endAt),
    version: versions.at(-1)?.version,
    versions: versions.map(({ version, appliedAt }) => ({
      version,
      appliedAt: formatInstant(appliedAt),
    })),
    episodes: { fweighting: weighting, joinSeconds, minSeconds },
  };
}

/** The format that recompute.py reads. */
const packFormat = 1;

/** A pack has the episodes of consecutive events of any length. */
export const episodeOptions = {
  weighting: "A",
  joinSeconds: 0,
  minSeconds: 0,
} as const satisfies EpisodeOptions;
