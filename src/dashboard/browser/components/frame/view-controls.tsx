import { type Weighting, weightings } from "../../../../acoustics/levels/weighting.ts";
import { Segments } from "../segments.tsx";
import { parameter, pushParameters, validOnly, weighting } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";

/** The weighting and the zone of a view's levels and times. */
export function ViewControls() {
  return (
    <div class="row">
      <WeightingControl />
      <ZoneControl />
      <button
        type="button"
        aria-pressed={!validOnly.value}
        onClick={() => pushParameters({ excluded: validOnly.value ? "with" : undefined })}
      >
        With excluded time
      </button>
    </div>
  );
}

/** The weightings that have data or a limit. A single one is no choice. */
function WeightingControl() {
  const { project, sensor, extents, limitedWeightings } = useProject();
  const sensors = sensor === null ? project.sensors : [sensor];
  const measured = new Set<Weighting>(
    sensors.flatMap(({ id }) => extents.get(id)?.extent?.weightings ?? []),
  );
  const offered = weightings.filter(
    (name) => measured.has(name) || limitedWeightings.has(name) || name === weighting.value,
  );
  if (offered.length < 2) return null;
  return (
    <Segments
      label="Frequency weighting"
      options={offered.map((name) => [name, name])}
      chosen={weighting.value}
      onChoose={(name) => pushParameters({ w: name === "A" ? undefined : name })}
    />
  );
}

/** Times in the project's zone, or in UTC. Days are the project's in both. */
function ZoneControl() {
  const { project } = useProject();
  const isUtc = parameter("tz") === "utc";
  return (
    <Segments
      label="Times in"
      options={[
        [false, project.timezone.split("/").at(-1)?.replaceAll("_", " ") ?? ""],
        [true, "UTC"],
      ]}
      chosen={isUtc}
      onChoose={(chosen) => pushParameters({ tz: chosen ? "utc" : undefined })}
    />
  );
}
