import { Segments } from "../../components/segments.tsx";
import { useFieldValue } from "../../components/use-field-value.ts";
import { parameter, replaceParameters } from "../../state/address.ts";
import type { SensorFacts } from "../../state/site.ts";
import type { Criterion } from "./use-verdicts.ts";
import { type WindowState, windowStates } from "./window-state.ts";

/** The rows that are shown, as the address has them; null is all. */
export interface ComplianceFilter {
  readonly state: WindowState | null;
  readonly criterion: string | null;
  readonly words: readonly string[];
}

export function complianceFilter(): ComplianceFilter {
  return {
    state: windowStates.find((name) => name === parameter("show")) ?? null,
    criterion: parameter("of") ?? null,
    words: (parameter("find") ?? "").toLowerCase().split(/\s+/),
  };
}

export function passes({ words }: ComplianceFilter, { name, id }: SensorFacts): boolean {
  return words.every((word) => name.toLowerCase().includes(word) || id.startsWith(word));
}

/** The filter of many rows: it stands in the address. */
export function FilterRow({ criteria }: { readonly criteria: readonly Criterion[] }) {
  const field = useFieldValue(parameter("find") ?? "");
  const filter = complianceFilter();
  return (
    <div class="row no-print" role="search" aria-label="Filter">
      <Segments<WindowState | "all">
        label="Verdict"
        options={[
          ["all", "All"],
          ["exceeded", "Exceeded"],
          ["undecided", "Undecided"],
          ["kept", "Kept"],
        ]}
        chosen={filter.state ?? "all"}
        onChoose={(state) => replaceParameters({ show: state === "all" ? undefined : state })}
      />
      <select
        aria-label="Criterion"
        value={filter.criterion ?? ""}
        onChange={(event) => replaceParameters({ of: event.currentTarget.value })}
      >
        <option value="">all criteria</option>
        {criteria.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <input
        ref={field}
        type="search"
        aria-label="Find a sensor"
        placeholder="Find a sensor"
        onInput={(event) => replaceParameters({ find: event.currentTarget.value })}
      />
    </div>
  );
}
