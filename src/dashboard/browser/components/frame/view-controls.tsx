import { type Weighting, weightings } from "../../../../acoustics/levels/weighting.ts";
import { parameter, pushParameters, weighting } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";

/** The weighting and the zone of a view's levels and times. */
export function ViewControls() {
  return (
    <div class="row view-controls">
      <WeightingControl />
      <ZoneControl />
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
    <div class="segments" role="group" aria-label="Frequency weighting">
      {offered.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={weighting.value === name}
          onClick={() => pushParameters({ w: name === "A" ? undefined : name })}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

/** Times in the project's zone, or in UTC. Days are the project's in both. */
function ZoneControl() {
  const { project } = useProject();
  const isUtc = parameter("tz") === "utc";
  return (
    <div class="segments" role="group" aria-label="Times in">
      <button type="button" aria-pressed={!isUtc} onClick={() => pushParameters({ tz: undefined })}>
        {project.timezone.split("/").at(-1)?.replaceAll("_", " ")}
      </button>
      <button type="button" aria-pressed={isUtc} onClick={() => pushParameters({ tz: "utc" })}>
        UTC
      </button>
    </div>
  );
}
