import type { SensorFacts } from "../../state/site.ts";

/** A field that chooses a sensor; those with limits of their own come first. */
export function SensorChoice(props: {
  readonly label: string;
  /** The name of the choice of no sensor; without it, a sensor must be chosen. */
  readonly none?: string;
  readonly sensors: readonly SensorFacts[];
  readonly withRules: ReadonlySet<string>;
  /** Its id; empty for none. */
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}) {
  const { label, none, sensors, withRules, chosen, onChoose } = props;
  const own = sensors.filter(({ id }) => withRules.has(id));
  const others = sensors.filter(({ id }) => !withRules.has(id));
  return (
    <label class="schedule-field muted small">
      {label}
      <select value={chosen} onChange={(event) => onChoose(event.currentTarget.value)}>
        {none !== undefined && <option value="">{none}</option>}
        {own.length > 0 && (
          <optgroup label="With limits of their own">
            <Options sensors={own} />
          </optgroup>
        )}
        {others.length > 0 && (
          <optgroup label="With the project's limits">
            <Options sensors={others} />
          </optgroup>
        )}
      </select>
    </label>
  );
}

function Options({ sensors }: { readonly sensors: readonly SensorFacts[] }) {
  return (
    <>
      {sensors.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </>
  );
}
