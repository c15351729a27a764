import type { Latest, Project, Sensor } from "./read-overview.ts";

/** A section a project. Texts are put in as texts: no name of an operator becomes markup. */
export function renderProjects(projects: readonly Project[]): HTMLElement[] {
  return projects.map(({ id, name, timezone, sensors }) => {
    const heading = create("h2", name);
    heading.id = `project-${id}`;
    const section = create("section");
    section.setAttribute("aria-labelledby", heading.id);
    section.append(heading, renderSensors(sensors, timezone));
    return section;
  });
}

function renderSensors(sensors: readonly Sensor[], timezone: string): HTMLElement {
  if (sensors.length === 0) return create("p", "The key may read no sensor of this project.");
  const table = create("table");
  table.append(create("caption", `Latest A-weighted levels, in the time of ${timezone}`));
  const head = table.createTHead().insertRow();
  for (const title of ["Sensor", "Time", "LAeq", "Limit", "State"]) {
    const cell = create("th", title);
    if (title === "LAeq" || title === "Limit") cell.className = "level";
    cell.scope = "col";
    head.append(cell);
  }
  const body = table.createTBody();
  for (const sensor of sensors) renderSensor(body.insertRow(), sensor, timezone);
  const frame = create("div");
  frame.className = "table";
  frame.append(table);
  return frame;
}

function renderSensor(row: HTMLTableRowElement, sensor: Sensor, timezone: string): void {
  const { name, latest, issue } = sensor;
  const title = create("th", name);
  title.scope = "row";
  row.append(title);
  if (latest === null) {
    const cell = create("td", issue ?? "No level inside the contract.");
    cell.colSpan = 4;
    row.append(cell);
    return;
  }
  const time = create("time", localTime(latest.datetime, timezone));
  time.dateTime = latest.datetime;
  const at = create("td");
  at.append(time);
  row.append(at, levelCell(latest.Leq), levelCell(latest.limit), stateCell(latest));
}

function levelCell(level: number | null): HTMLElement {
  const cell = create("td", level === null ? "none" : `${level.toFixed(2)} dB`);
  cell.className = "level";
  return cell;
}

/** The state is said in words: a colour alone would not be seen by everyone. */
function stateCell({ Leq, limit }: Latest): HTMLElement {
  if (limit === null) return create("td", "no limit holds");
  const isOver = Leq > limit;
  const cell = create("td", isOver ? "above the limit" : "within the limit");
  cell.className = isOver ? "over" : "within";
  return cell;
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
