import type { MapTiles } from "./parts.ts";
import type { Environment } from "./settings.ts";

/** The configured tiles; null: the maps have no background. */
export function mapTilesOf({ MAP_TILES, MAP_ATTRIBUTION }: Environment): MapTiles | null {
  if (MAP_TILES === undefined) return null;
  const origin = MAP_TILES.startsWith("/") ? "'self'" : new URL(MAP_TILES).origin;
  return { template: MAP_TILES, attribution: MAP_ATTRIBUTION ?? "", origin };
}
