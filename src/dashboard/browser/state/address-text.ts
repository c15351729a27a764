/** The shown view and its settings, as a link has them in its fragment, which no browser sends to a server. */
export interface Address {
  readonly view: ViewName;
  readonly project: string | null;
  readonly sensor: string | null;
  readonly sample: string | null;
  /** `from`, `to`, `w`, and what the view knows besides. */
  readonly parameters: Parameters;
}

/** The views of a whole project that its address names. */
const viewsOfProject = [
  "events",
  "schedule",
  "compliance",
  "report",
  "availability",
  "compare",
] as const;

export type ViewName =
  | "overview"
  | "wall"
  | "project"
  | "sensor"
  | "event"
  | (typeof viewsOfProject)[number];

export type Parameters = Readonly<Partial<Record<string, string>>>;

/** Unknown and absent parts fall back: every fragment is some view. */
export function parseAddress(fragment: string): Address {
  const [path = "", query = ""] = fragment.replace(/^#?\/?/, "").split(/\?(.*)/s);
  const [root, project, kind, sensor, sub, sample] = path.split("/").map(decoded);
  const parameters = Object.fromEntries(new URLSearchParams(query));
  const none = { project: null, sensor: null, sample: null, parameters };
  if (root === "availability" || root === "wall") return { view: root, ...none };
  if (root !== "p" || project === undefined || project === "") return { view: "overview", ...none };
  const ofProject = { ...none, project };
  const ofProjectAlone = viewsOfProject.find((name) => name === kind);
  if (ofProjectAlone !== undefined) return { view: ofProjectAlone, ...ofProject };
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
  const paths: Partial<Record<ViewName, string>> = {
    overview: "#/",
    wall: "#/wall",
    project: ofProject,
    sensor: `${ofProject}/s/${encoded(sensor)}`,
    event: `${ofProject}/s/${encoded(sensor)}/e/${encoded(sample)}`,
    ...(project === null && { availability: "#/availability" }),
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== "") query.set(name, value);
  }
  // Colons, commas and slashes need no encoding in a fragment, and are read more easily without.
  const text = query.toString().replaceAll("%3A", ":").replaceAll("%2C", ",");
  return (paths[view] ?? `${ofProject}/${view}`) + (text === "" ? "" : `?${text}`);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
