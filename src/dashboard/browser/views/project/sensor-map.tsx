import "./sensor-map.css";
import type { Signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { levelText, roundedLevel } from "../../components/level-text.ts";
import { stateText } from "../../components/sensor-state.ts";
import { linkTo } from "../../state/address.ts";
import type { TimeZone } from "../../time/local-time.ts";
import type { SensorStatus } from "../overview/sensor-status.ts";
import type { MapTiles, SensorMapHandle } from "./leaflet-map.ts";
import type { MapPin } from "./map-pin.ts";

/** A map of a project's sensors, each with its level now; those without a location are listed below. */
export function SensorMap(props: {
  readonly statuses: readonly SensorStatus[];
  readonly zone: TimeZone;
  readonly now: number;
  /** The sensor that has the pointer or the focus, here or in the list. */
  readonly pointed: Signal<string | null>;
}) {
  const { statuses, zone, now, pointed } = props;
  const canvas = useRef<HTMLDivElement>(null);
  const [handle, setHandle] = useState<SensorMapHandle | null>(null);
  const pins = statuses.flatMap((status) => pinOf(status, zone, now));
  const placeless = statuses.filter(({ sensor }) => sensor.location === null);
  const hasPins = pins.length > 0;
  const tiles = mapTiles();

  useEffect(() => {
    const element = canvas.current;
    if (element === null) return undefined;
    let created: SensorMapHandle | null = null;
    let isLeft = false;
    const create = async () => {
      const { createSensorMap } = await import("./leaflet-map.ts");
      if (isLeft) return;
      created = createSensorMap(element, {
        tiles,
        onPoint: (sensor) => (pointed.value = sensor),
      });
      setHandle(created);
    };
    void create();
    return () => {
      isLeft = true;
      setHandle(null);
      created?.remove();
    };
  }, [hasPins]);
  const shown = JSON.stringify(pins);
  // Before the page is drawn: a map that is ready has its pins.
  useLayoutEffect(() => handle?.setPins(pins), [handle, shown]);
  useEffect(
    () => (handle === null ? undefined : pointed.subscribe((sensor) => handle.point(sensor))),
    [handle, pointed],
  );

  return (
    <section
      class="sensor-map card column-2"
      data-testid="map"
      data-ready={handle !== null || !hasPins ? "true" : "false"}
      aria-label="Map"
    >
      {hasPins && (
        <div class="map-frame">
          <div ref={canvas} class="map-canvas" role="region" aria-label="Map of the sensors" />
          <p class="map-north tiny">
            <span aria-hidden="true">↑ </span>N
          </p>
          <div class="map-buttons column-1 no-print">
            <button type="button" aria-label="Zoom in" onClick={() => handle?.zoomIn()}>
              +
            </button>
            <button type="button" aria-label="Zoom out" onClick={() => handle?.zoomOut()}>
              −
            </button>
            <button type="button" aria-label="Fit all sensors" onClick={() => handle?.fit()}>
              fit
            </button>
          </div>
        </div>
      )}
      {tiles !== null && tiles.attribution !== "" && (
        <p class="map-attribution muted tiny">{tiles.attribution}</p>
      )}
      {placeless.length > 0 && (
        <div class="small">
          <p class="muted">
            {hasPins ? "Without a location, not on the map:" : "No sensor has a location."}
          </p>
          {hasPins && (
            <ul class="placeless">
              {placeless.map(({ sensor }) => (
                <li key={sensor.id}>
                  <a href={linkTo({ view: "sensor", sensor: sensor.id })}>{sensor.name}</a>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </section>
  );
}

/** The map tiles named in the head of the page; null without tiles. */
function mapTiles(): MapTiles | null {
  const setting = document.querySelector<HTMLMetaElement>('meta[name="map-tiles"]');
  const template = setting?.content ?? "";
  return template === "" ? null : { template, attribution: setting?.dataset["attribution"] ?? "" };
}

function pinOf({ sensor, newest, state }: SensorStatus, zone: TimeZone, now: number): MapPin[] {
  if (sensor.location === null) return [];
  const level = newest?.level ?? null;
  const words = stateText(state, zone, now);
  const isSilent = state.kind === "silent" || level === null;
  return [
    {
      id: sensor.id,
      name: sensor.name,
      ...sensor.location,
      tone: state.kind === "above" ? "above" : isSilent || state.kind === "ended" ? "off" : "plain",
      text: state.kind === "unknown" ? "—" : isSilent ? "–" : roundedLevel(level),
      description: [level === null ? "" : levelText(level), words].filter(Boolean).join(", "),
      href: linkTo({ view: "sensor", sensor: sensor.id }),
    },
  ];
}
