import type { Project, Sensor } from "./read-overview.ts";
import { compareStates, type SensorState, stateOf } from "./sensor-state.ts";

/** A section for each project. Texts are put in as texts: no name of an operator becomes markup. */
export function renderProjects(projects: readonly Project[], now: number): HTMLElement[] {
  return projects.map((project) => {
    const heading = create("h2", project.name);
    heading.id = `project-${project.id}`;
    const section = create("section");
    section.setAttribute("aria-labelledby", heading.id);
    section.append(heading, renderSensors(project, now));
    return section;
  });
}

function renderSensors(project: Project, now: number): HTMLElement {
  if (project.sensors.length === 0) {
    return create("p", "The key may read no sensor of this project.");
  }
  const table = create("table");
  table.append(create("caption", `Latest A-weighted levels, in the time of ${project.timezone}`));
  const head = table.createTHead().insertRow();
  for (const title of columns) {
    const cell = create("th", title);
    cell.scope = "col";
    head.append(cell);
  }
  const body = table.createTBody();
  const rows = project.sensors
    .map((sensor) => ({ sensor, state: stateOf(project, sensor, now) }))
    .toSorted((left, right) => compareStates(left.state, right.state));
  for (const { sensor, state } of rows) {
    renderSensor(body.insertRow(), sensor, state, project.timezone);
  }
  return table;
}

const columns = ["Sensor", "State", "LAeq", "Limit", "Difference", "Time"] as const;

/** Each cell names its column, because a narrow page shows the cells below each other. */
function renderSensor(
  row: HTMLTableRowElement,
  { name, latest, issue }: Sensor,
  state: SensorState,
  timezone: string,
): void {
  const title = create("th", name);
  title.scope = "row";
  row.className = state.kind;
  row.append(title, cellOf("State", issue ?? stateTexts[state.kind]));
  if (latest === null) return;
  const difference = "over" in state ? signed(state.over) : "–";
  row.append(
    cellOf("LAeq", decibels(latest.Leq)),
    cellOf("Limit", latest.limit === null ? "none" : decibels(latest.limit)),
    cellOf("Difference", difference),
  );
  const time = create("time", localTime(latest.datetime, timezone));
  time.dateTime = latest.datetime;
  const at = cellOf("Time", "");
  at.append(time);
  row.append(at);
}

/** Words, because a colour alone would not be seen by everyone. */
const stateTexts: Readonly<Record<SensorState["kind"], string>> = {
  over: "above the limit",
  within: "within the limit",
  silent: "silent: no new sample for three intervals",
  ended: "the contract has ended",
  noLimit: "no limit holds",
  noLevel: "no level inside the contract",
};

function cellOf(column: (typeof columns)[number], text: string): HTMLElement {
  const cell = create("td", text);
  cell.dataset["column"] = column;
  return cell;
}

function decibels(level: number): string {
  return `${level.toFixed(2)} dB`;
}

function signed(difference: number): string {
  const sign = difference > 0 ? "+" : difference < 0 ? "−" : "±";
  return `${sign}${decibels(Math.abs(difference))}`;
}

function localTime(datetime: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat("en-GB", {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone,
  });
  return format.format(new Date(datetime));
}

function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text = "",
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}
