/*
 * The parts of Leaflet that the map uses, in place of the package, which is one file with shapes, pop-ups and layers
 * of images as well. `src/dashboard/vite.config.ts` puts this file where the page imports `leaflet`.
 */

import { scale } from "leaflet/src/control/Control.Scale.js";

export const control = { scale };
export { toLatLngBounds as latLngBounds } from "leaflet/src/geo/LatLngBounds.js";
export { divIcon } from "leaflet/src/layer/marker/DivIcon.js";
export { marker } from "leaflet/src/layer/marker/Marker.js";
export { tileLayer } from "leaflet/src/layer/tile/TileLayer.js";
export { map } from "leaflet/src/map/index.js";
