import { type Weighting, weightings } from "../../../../acoustics/levels/weighting.ts";
import { Segments } from "../segments.tsx";
import { address, pushParameters, validOnly, weighting } from "../../state/address.ts";
import type { ViewName } from "../../state/address-text.ts";
import { useProject } from "../../state/project-scope.tsx";

/** Excluded time counts only on demand. */
export function ExcludedControl() {
  return (
    <button
      type="button"
      aria-pressed={!validOnly.value}
      onClick={() => pushParameters({ excluded: validOnly.value ? "with" : undefined })}
    >
      With excluded time
    </button>
  );
}

/** Views in which the weighting decides nothing: a criterion has its own. */
const unweighted: readonly ViewName[] = ["availability", "compliance"];

/** The weightings that have data or a limit. A single one is no choice. */
export function WeightingControl(props: { readonly class: string }) {
  const { project, sensor, extents, limitedWeightings } = useProject();
  const sensors = sensor === null ? project.sensors : [sensor];
  const measured = new Set<Weighting>(
    sensors.flatMap(({ id }) => extents.get(id)?.extent?.weightings ?? []),
  );
  const offered = weightings.filter(
    (name) => measured.has(name) || limitedWeightings.has(name) || name === weighting.value,
  );
  if (offered.length < 2 || unweighted.includes(address.value.view)) return null;
  return (
    <Segments
      class={`segments ${props.class}`}
      label="Frequency weighting"
      options={offered.map((name) => [name, name])}
      chosen={weighting.value}
      onChoose={(name) => pushParameters({ w: name === "A" ? undefined : name })}
    />
  );
}
