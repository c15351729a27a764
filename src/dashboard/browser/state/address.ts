import { computed, signal } from "@preact/signals";
import { type Weighting, weightings } from "../../../acoustics/levels/weighting.ts";
import {
  type Address,
  formatAddress,
  type Parameters,
  parseAddress,
  type ViewName,
} from "./address-text.ts";
import { leavePlace } from "./kept-place.ts";

/** The address that the page shows. */
export const address = signal<Address>(parseAddress(location.hash));

globalThis.addEventListener("hashchange", () => {
  leavePlace();
  address.value = parseAddress(location.hash);
});

/** Parameters that go along when another view is opened. */
const kept = ["from", "to", "w", "excluded"] as const;

/** The fragment of another view. Range and weighting are kept unless `parameters` says otherwise. */
export function linkTo(
  target: Partial<Omit<Address, "parameters">> & { view: ViewName; parameters?: Parameters },
): string {
  const current = address.value;
  // A range belongs to a project: each has its own contract and zone.
  const isSameProject = (target.project ?? current.project) === current.project;
  const base = pick(current.parameters, isSameProject ? kept : []);
  return formatAddress({
    project: current.project,
    sensor: current.sensor,
    sample: null,
    ...target,
    parameters: { ...base, ...target.parameters },
  });
}

/** Opens another view: a step that Back undoes. */
export function open(fragment: string): void {
  location.hash = fragment;
}

/** Changes parameters in place, as pan and zoom do: no step of the history. `undefined` takes one away. */
export function replaceParameters(changes: Parameters): void {
  show(changes, "replaceState");
}

/** Changes parameters as a step that Back undoes. */
export function pushParameters(changes: Parameters): void {
  show(changes, "pushState");
}

function show(changes: Parameters, method: "pushState" | "replaceState"): void {
  // Another list begins with its first rows.
  const parameters = { ...address.value.parameters, pages: undefined, ...changes };
  const fragment = formatAddress({ ...address.value, parameters });
  history[method](method === "pushState" ? null : history.state, "", fragment);
  if (method === "pushState") leavePlace();
  address.value = parseAddress(fragment);
}

/** One parameter of the address. */
export function parameter(name: string): string | undefined {
  return address.value.parameters[name];
}

/** The weighting of all that is shown. */
export const weighting = computed<Weighting>(
  () => weightings.find((name) => name === parameter("w")) ?? "A",
);

/** True if excluded time counts nowhere; `excluded=with` in the address counts it. */
export const validOnly = computed(() => parameter("excluded") !== "with");

function pick(values: Parameters, names: readonly string[]): Parameters {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}
