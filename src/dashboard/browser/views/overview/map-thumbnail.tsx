import "./map-thumbnail.css";
import { counted } from "../../components/level-text.ts";
import { positionsIn } from "../../components/positions.ts";
import type { SensorStatus } from "./sensor-status.ts";

const picture = { width: 160, height: 104, margin: 16 };

/** The positions of a project's sensors, small, north up. Nothing without a sensor that has a location. */
export function MapThumbnail({ statuses }: { readonly statuses: readonly SensorStatus[] }) {
  const places = placed(statuses);
  if (places.length === 0) return null;
  const radius = places.length > 12 ? 3 : 5;
  const above = places.filter(({ kind }) => kind === "above").length;
  const isKnown = places.some(({ kind }) => kind !== "unknown");
  const count = counted(places.length, "sensor");
  return (
    <svg
      class="map-thumbnail"
      viewBox={`0 0 ${picture.width} ${picture.height}`}
      role="img"
      aria-label={`Map of ${count}${isKnown ? `, ${above} above the limit` : ""}`}
    >
      {places.map(({ id, x, y, kind }) => (
        <circle
          key={id}
          class={`place ${kind}`}
          cx={x}
          cy={y}
          r={radius + (kind === "above" ? 2 : 0)}
        />
      ))}
    </svg>
  );
}

/** Sensors above their limit last, on top. */
function placed(statuses: readonly SensorStatus[]) {
  const located = statuses.flatMap(({ sensor, state }) =>
    sensor.location === null ? [] : [{ id: sensor.id, kind: state.kind, ...sensor.location }],
  );
  return positionsIn(located, picture).positions.toSorted(
    (left, right) => Number(left.kind === "above") - Number(right.kind === "above"),
  );
}
