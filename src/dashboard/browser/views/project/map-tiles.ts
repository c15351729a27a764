/** Raster tiles of the operator's own host. */
export interface MapTiles {
  /** The address of a tile, with `{z}`, `{x}` and `{y}`. */
  readonly template: string;
  /** Owner of the tiles; empty: none is named. */
  readonly attribution: string;
}

/** The map tiles named in the head of the page; null without tiles. */
export function mapTiles(): MapTiles | null {
  const setting = document.querySelector<HTMLMetaElement>('meta[name="map-tiles"]');
  const template = setting?.content ?? "";
  return template === "" ? null : { template, attribution: setting?.dataset["attribution"] ?? "" };
}
