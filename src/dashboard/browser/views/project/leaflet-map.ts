import "leaflet/dist/leaflet.css";
import {
  control,
  divIcon,
  latLngBounds,
  map as createMap,
  marker,
  type Marker,
  tileLayer,
} from "leaflet";
import { clusterPins } from "./cluster-pins.ts";
import { createPinElement, type MapPin, type PinElement } from "./map-pin.ts";
import { badgeReach, pinSize, placeNames } from "./place-names.ts";

/** Raster tiles of the operator's own host. */
export interface MapTiles {
  /** The address of a tile, with `{z}`, `{x}` and `{y}`. */
  readonly template: string;
  /** Owner of the tiles; empty: none is named. */
  readonly attribution: string;
}

/** A map in an element of the page. */
export type SensorMapHandle = ReturnType<typeof createSensorMap>;

/**
 * A map by Leaflet: pan, zoom, scale and keyboard. The wheel zooms only while the map has the focus, and a single
 * finger scrolls the page. This file is a chunk of its own, loaded with the first map.
 */
export function createSensorMap(
  element: HTMLElement,
  options: {
    readonly tiles: MapTiles | null;
    readonly onPoint: (sensor: string | null) => void;
  },
) {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const map = createMap(element, {
    attributionControl: false,
    zoomControl: false,
    scrollWheelZoom: false,
    dragging: !matchMedia("(pointer: coarse)").matches,
    // Tiles are sharp at whole zooms; without them every zoom is.
    zoomSnap: options.tiles === null ? 0.1 : 1,
    maxZoom: 19,
    // A zoom that is animated ends after the map may have been removed, and throws then.
    zoomAnimation: false,
    fadeAnimation: !isStill,
    inertia: !isStill,
  });
  control.scale({ imperial: false, position: "bottomleft" }).addTo(map);
  if (options.tiles !== null) tileLayer(options.tiles.template, { maxZoom: 19 }).addTo(map);
  map.on("focus", () => map.scrollWheelZoom.enable());
  map.on("blur", () => map.scrollWheelZoom.disable());

  const shown = new Map<string, ShownPin>();
  const fit = () => {
    const positions = [...shown.values()].map((pin) => pin.marker.getLatLng());
    if (positions.length === 0) return;
    map.fitBounds(latLngBounds(positions), {
      paddingTopLeft: [40, 40],
      // The buttons and the scale cover no pin.
      paddingBottomRight: [80, 60],
      maxZoom: 17,
      animate: false,
    });
  };
  const members = new Map<HTMLAnchorElement, readonly ShownPin[]>();
  const gatherAll = (): ShownPin[] => {
    const pins = [...shown.values()];
    const positions = pins.map(({ marker: its, element: { link } }) => {
      const { x, y } = map.latLngToContainerPoint(its.getLatLng());
      return { x, y, isFirst: link.classList.contains("above") };
    });
    members.clear();
    return clusterPins(positions, pinSize + badgeReach).flatMap((group) => {
      const [first, ...others] = group.flatMap((index) => pins[index] ?? []);
      if (first === undefined) return [];
      first.element.gather(others.length);
      for (const other of others) other.element.gather(null);
      members.set(first.element.link, [first, ...others]);
      return [first];
    });
  };
  const nameAll = () => {
    const pins = gatherAll();
    const { x: width, y: height } = map.getSize();
    const places = placeNames(
      pins.map((pin) => {
        const { x, y } = map.latLngToContainerPoint(pin.marker.getLatLng());
        return { x, y, nameWidth: pin.element.name.offsetWidth };
      }),
      { width, height },
      [
        { left: 0, top: 0, right: northWidth, bottom: northHeight },
        { left: 0, top: height - 32, right: scaleWidth, bottom: height },
        { left: width - buttonsWidth, top: 0, right: width, bottom: buttonsHeight },
      ],
    );
    pins.forEach(({ element: { link } }, index) => {
      link.dataset["name"] = places[index] ?? "none";
    });
  };
  map.on("moveend zoomend resize", nameAll);
  const resizing = new ResizeObserver(() => map.invalidateSize({ animate: false }));
  resizing.observe(element);

  const add = (pin: MapPin): ShownPin => {
    const pinElement = createPinElement();
    const { link } = pinElement;
    const icon = divIcon({ html: link, className: "pin-place", iconSize: [pinSize, pinSize] });
    // The link itself is reached and followed: the square of a hidden one would cover others.
    const place: [number, number] = [pin.latitude, pin.longitude];
    const added = marker(place, { icon, keyboard: false, interactive: false });
    link.addEventListener("pointerenter", () => options.onPoint(pin.id));
    link.addEventListener("pointerleave", () => options.onPoint(null));
    link.addEventListener("blur", () => options.onPoint(null));
    link.addEventListener("focus", () => {
      options.onPoint(pin.id);
      map.panInside(added.getLatLng(), { padding: [pinSize, pinSize] });
    });
    link.addEventListener("click", (event) => {
      // The end of a drag is no click; the keyboard's clicks have no count.
      if (event.detail > 0 && wasDragged()) event.preventDefault();
      const group = members.get(link) ?? [];
      if (group.length < 2 || map.getZoom() >= map.getMaxZoom()) return;
      event.preventDefault();
      const bounds = latLngBounds(group.map((each) => each.marker.getLatLng()));
      map.fitBounds(bounds, { padding: [80, 80], animate: false });
    });
    return { marker: added.addTo(map), element: pinElement };
  };
  let draggedAt = -Infinity;
  map.on("dragend", () => (draggedAt = performance.now()));
  const wasDragged = () => performance.now() - draggedAt < 100;

  return {
    /** Shows these sensors; the first time, and if there are others than before, all of them are fitted in. */
    setPins: (pins: readonly MapPin[]) => {
      const ids = new Set(pins.map(({ id }) => id));
      const isSame = ids.size === shown.size && pins.every(({ id }) => shown.has(id));
      for (const [id, pin] of shown) {
        if (ids.has(id)) continue;
        pin.marker.remove();
        shown.delete(id);
      }
      for (const pin of pins) {
        const known = shown.get(pin.id) ?? add(pin);
        shown.set(pin.id, known);
        known.element.show(pin);
        known.marker.setZIndexOffset(pin.tone === "above" ? 1000 : 0);
      }
      if (!isSame) fit();
      nameAll();
    },
    /** Brings a sensor to the front, with its name. */
    point: (sensor: string | null) => {
      for (const [id, { marker: its, element: pin }] of shown) {
        const isPointed = id === sensor;
        pin.link.toggleAttribute("data-pointed", isPointed);
        const isAbove = pin.link.classList.contains("above");
        its.setZIndexOffset(isPointed ? 2000 : isAbove ? 1000 : 0);
      }
    },
    zoomIn: () => map.zoomIn(1),
    zoomOut: () => map.zoomOut(1),
    fit,
    remove: () => {
      resizing.disconnect();
      // The end of a resize is said 200 ms later, also of a map that is gone.
      map.off("moveend zoomend resize", nameAll);
      map.remove();
    },
  };
}

/** The area of the north sign, the scale and the buttons, in pixels. */
const northWidth = 44;
const northHeight = 28;
const scaleWidth = 120;
const buttonsWidth = 60;
const buttonsHeight = 160;

interface ShownPin {
  readonly marker: Marker;
  readonly element: PinElement;
}
