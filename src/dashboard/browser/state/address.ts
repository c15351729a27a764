import { computed, signal } from "@preact/signals";

/**
 * Which view is shown, and what of it: all of the page's state that a link can carry. It stands in the fragment, which no
 * browser sends to a server.
 */
export interface Address {
  readonly view: ViewName;
  readonly project: string | null;
  readonly sensor: string | null;
  readonly sample: string | null;
  /** `from`, `to`, `w`, `tz`, and what the view knows besides. */
  readonly parameters: Parameters;
}

export type ViewName =
  | "overview"
  | "project"
  | "sensor"
  | "event"
  | "events"
  | "schedule"
  | "report";

export type Parameters = Readonly<Partial<Record<string, string>>>;

/** Unknown and absent parts fall back: every fragment is some view. */
export function parseAddress(fragment: string): Address {
  const [path = "", query = ""] = fragment.replace(/^#?\/?/, "").split(/\?(.*)/s);
  const [root, project, kind, sensor, sub, sample] = path.split("/").map(decoded);
  const parameters = Object.fromEntries(new URLSearchParams(query));
  const none = { project: null, sensor: null, sample: null, parameters };
  if (root !== "p" || project === undefined || project === "") return { view: "overview", ...none };
  const ofProject = { ...none, project };
  if (kind === "events" || kind === "schedule" || kind === "report") {
    return { view: kind, ...ofProject };
  }
  if (kind !== "s" || sensor === undefined || sensor === "") {
    return { view: "project", ...ofProject };
  }
  if (sub === "e" && sample !== undefined && sample !== "") {
    return { view: "event", ...ofProject, sensor, sample };
  }
  return { view: "sensor", ...ofProject, sensor };
}

/** `#/p/<project>/s/<sensor>?from=…`. */
export function formatAddress({ view, project, sensor, sample, parameters }: Address): string {
  const encoded = (part: string | null) => encodeURIComponent(part ?? "");
  const ofProject = `#/p/${encoded(project)}`;
  const paths: Record<ViewName, string> = {
    overview: "#/",
    project: ofProject,
    sensor: `${ofProject}/s/${encoded(sensor)}`,
    event: `${ofProject}/s/${encoded(sensor)}/e/${encoded(sample)}`,
    events: `${ofProject}/events`,
    schedule: `${ofProject}/schedule`,
    report: `${ofProject}/report`,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== "") query.set(name, value);
  }
  // Colons, commas and slashes need no encoding in a fragment, and are read more easily without.
  const text = query.toString().replaceAll("%3A", ":").replaceAll("%2C", ",");
  return paths[view] + (text === "" ? "" : `?${text}`);
}

/** The address that the page shows. */
export const address = signal<Address>(parseAddress(location.hash));

globalThis.addEventListener("hashchange", () => {
  address.value = parseAddress(location.hash);
});

/** Parameters that go along when another view is opened. */
const kept = ["from", "to", "w", "tz"] as const;

/** The fragment of another view. Range, weighting and time zone are kept unless `parameters` says otherwise. */
export function linkTo(
  target: Partial<Omit<Address, "parameters">> & { view: ViewName; parameters?: Parameters },
): string {
  const current = address.value;
  const common = Object.fromEntries(
    kept.flatMap((name) => {
      const value = current.parameters[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  // A range belongs to a project: each has its own contract and zone.
  const isSameProject = (target.project ?? current.project) === current.project;
  const base: Parameters = isSameProject ? common : pick(common, ["tz"]);
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
  const changed = { ...address.value, parameters: { ...address.value.parameters, ...changes } };
  const fragment = formatAddress(changed);
  history[method](null, "", fragment);
  address.value = parseAddress(fragment);
}

/** One parameter of the address. */
export function parameter(name: string): string | undefined {
  return address.value.parameters[name];
}

export const weightings = ["A", "C", "Z"] as const;
export type Weighting = (typeof weightings)[number];

/** The weighting of all that is shown. */
export const weighting = computed<Weighting>(() => {
  const w = parameter("w");
  return w === "C" || w === "Z" ? w : "A";
});

function pick(values: Parameters, names: readonly string[]): Parameters {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
