import type { MapTiles } from "../config.ts";
import type { Environment } from "./settings.ts";

/** The configured tiles; null: the maps have no background. */
export function mapTilesOf({ MAP_TILES, MAP_ATTRIBUTION }: Environment): MapTiles | null {
  if (MAP_TILES === undefined) return null;
  const origin = MAP_TILES.startsWith("/") ? "'self'" : new URL(MAP_TILES).origin;
  return { template: MAP_TILES, attribution: MAP_ATTRIBUTION ?? "", origin };
}

/** True for an address on a host, and for a path on the host of the page. */
export function hasTileAddress(template: string): boolean {
  if (!/^[!-~]+$/.test(template) || /["\\<>]/.test(template)) return false;
  if (template.startsWith("/")) return !template.startsWith("//");
  if (!/^https?:\/\/[^/?#]/i.test(template) || !URL.canParse(template)) return false;
  const { username, password } = new URL(template);
  return username === "" && password === "";
}

/** True for a template of one tile, on a host that does not depend on the tile. */
export function hasTilePlaceholders(template: string): boolean {
  const host = /^https?:\/\/[^/?#]+/i.exec(template)?.[0] ?? "";
  const placeholders = template.slice(host.length).match(/\{[^{}]*\}|[{}]/g) ?? [];
  return !/[{}]/.test(host) && placeholders.toSorted().join() === "{x},{y},{z}";
}
