import "./map-thumbnail.css";
import { counted } from "../../components/level-text.ts";
import { extremes } from "../../plots/extremes.ts";
import type { SensorStatus } from "./sensor-status.ts";

const width = 160;
const height = 104;
const margin = 16;

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
      viewBox={`0 0 ${width} ${height}`}
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

/** Positions in the picture, metres alike in both directions; sensors above their limit last, on top. */
function placed(statuses: readonly SensorStatus[]) {
  const located = statuses.flatMap(({ sensor, state }) =>
    sensor.location === null ? [] : [{ id: sensor.id, kind: state.kind, ...sensor.location }],
  );
  if (located.length === 0) return [];
  const [south, north] = extremes(located.map(({ latitude }) => latitude));
  const [west, east] = extremes(located.map(({ longitude }) => longitude));
  const narrowing = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const [wide, high] = [(east - west) * narrowing, north - south];
  // One place, or many at one: any scale will do.
  const scale =
    Math.min((width - 2 * margin) / wide, (height - 2 * margin) / high, Number.MAX_SAFE_INTEGER) ||
    1;
  return located
    .map(({ id, kind, latitude, longitude }) => ({
      id,
      kind,
      x: width / 2 + (longitude - (west + east) / 2) * narrowing * scale,
      y: height / 2 - (latitude - (south + north) / 2) * scale,
    }))
    .toSorted((left, right) => Number(left.kind === "above") - Number(right.kind === "above"));
}
