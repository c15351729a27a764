import { FindField } from "../../components/find-field.tsx";
import { Segments } from "../../components/segments.tsx";
import { Select } from "../../components/select.tsx";
import { sensorFinder } from "../../data/find-sensors.ts";
import { parameter, replaceParameters } from "../../state/address.ts";
import type { Criterion } from "./use-verdicts.ts";
import { type WindowState, windowStates } from "./window-state.ts";

/** The rows that are shown, as the address has them; null is all. */
export function complianceFilter() {
  return {
    state: windowStates.find((name) => name === parameter("show")) ?? null,
    criterion: parameter("of") ?? null,
    isFound: sensorFinder(parameter("find") ?? ""),
  };
}

/** The filter of many rows: it stands in the address. */
export function FilterRow({ criteria }: { readonly criteria: readonly Criterion[] }) {
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
      <Select
        label="Criterion"
        options={[["", "all criteria"], ...criteria.map(({ id, name }) => [id, name] as const)]}
        chosen={filter.criterion ?? ""}
        onChoose={(of) => replaceParameters({ of })}
      />
      <FindField placeholder="Find a sensor" />
    </div>
  );
}
