import { replaceParameters } from "../../state/address.ts";
import { counted } from "../../components/level-text.ts";
import { useFieldValue } from "../../components/use-field-value.ts";

/** Finds sensors among many, by words of their names and of their projects. */
export function SensorSearch(props: {
  readonly text: string;
  /** How many sensors are listed; null where all are. */
  readonly found: number | null;
}) {
  const field = useFieldValue(props.text);
  return (
    <div class="row sensor-search">
      <input
        ref={field}
        type="search"
        aria-label="Find a sensor"
        placeholder="Find a sensor or project"
        onInput={(event) => replaceParameters({ find: event.currentTarget.value })}
      />
      <span class="small muted" role="status">
        {props.found !== null && counted(props.found, "sensor")}
      </span>
    </div>
  );
}
