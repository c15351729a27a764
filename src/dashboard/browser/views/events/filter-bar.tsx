import { sourceNames } from "../../data/limit-words.ts";
import { Select } from "../../components/select.tsx";
import { useFieldValue } from "../../components/use-field-value.ts";
import { parameter, pushParameters } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import { type EventFilter, isFiltered, parseOver, sources } from "./event-filter.ts";
import { mayListen } from "./use-events.ts";

/** The filter of the list. It stands in the address, so it can be sent and Back undoes it. */
export function FilterBar(props: {
  readonly filter: EventFilter;
  /** Labels that are known to occur. */
  readonly labels: readonly string[];
  /** False for episodes, whose exceedances may have limits from several sources. */
  readonly hasSources: boolean;
}) {
  const { filter, labels, hasSources } = props;
  const { project } = useProject();
  const labelField = useFieldValue(filter.labels?.[0] ?? "");
  const minOverField = useFieldValue(String(filter.minOver ?? ""));
  return (
    <form
      class="event-filter row"
      role="search"
      aria-label="Filter"
      onSubmit={(event) => event.preventDefault()}
    >
      <Choice
        title="Sensor"
        name="sensor"
        chosen={filter.sensors}
        options={project.sensors.map(({ id, name }) => [id, name])}
      />
      {hasSources && (
        <Choice
          title="Source of the limit"
          name="source"
          chosen={filter.sources}
          options={sources.map((source) => [source, sourceNames[source]])}
        />
      )}
      <label class="column-1 small">
        <span class="muted">Label</span>
        <input
          list="event-labels"
          ref={labelField}
          placeholder="any"
          autocomplete="off"
          onChange={({ currentTarget: field }) => {
            field.value = field.value.trim();
            pushParameters({ label: field.value });
          }}
        />
        <datalist id="event-labels">
          {labels.map((label) => (
            <option key={label} value={label} />
          ))}
        </datalist>
      </label>
      <label class="column-1 small">
        <span class="muted">Over, at least (dB)</span>
        <input
          type="number"
          min="0"
          max="999"
          step="0.1"
          placeholder="any"
          ref={minOverField}
          onChange={({ currentTarget: field }) => {
            const over = parseOver(field.value);
            field.value = String(over ?? "");
            pushParameters({ minOver: over === null ? undefined : field.value });
          }}
        />
      </label>
      <label class="check row one-line small">
        <input
          type="checkbox"
          checked={filter.withRecording === true}
          disabled={!mayListen() && filter.withRecording === null}
          onChange={(event) =>
            pushParameters({ recording: event.currentTarget.checked ? "true" : undefined })
          }
        />
        <span>
          With recording
          {!mayListen() && <span class="muted"> (needs v0:audio:read)</span>}
        </span>
      </label>
      {isFiltered(filter) && (
        <button type="button" onClick={clearFilter}>
          Clear the filter
        </button>
      )}
    </form>
  );
}

export function clearFilter(): void {
  pushParameters({
    sensor: undefined,
    label: undefined,
    source: undefined,
    minOver: undefined,
    recording: undefined,
  });
}

/** One of several, or all. An address may name more than one. */
function Choice(props: {
  readonly title: string;
  readonly name: "sensor" | "source";
  readonly chosen: readonly string[] | null;
  readonly options: readonly (readonly [string, string])[];
}) {
  const { title, name, chosen, options } = props;
  const isSeveral = chosen !== null && chosen.length > 1;
  const all = parameter(name) ?? "";
  return (
    <label class="column-1 small">
      <span class="muted">{title}</span>
      <Select
        options={[
          ["", "all"],
          ...(isSeveral ? [[all, `${chosen.length} chosen`] as const] : []),
          ...options,
        ]}
        chosen={isSeveral ? all : (chosen?.[0] ?? "")}
        onChoose={(value) => pushParameters({ [name]: value })}
      />
    </label>
  );
}
