import { readOverview } from "./read-overview.ts";
import { renderProjects } from "./render-projects.ts";

/** The parts of the page. */
const form = elementOf("form", HTMLFormElement);
const key = elementOf("#key", HTMLInputElement);
const status = elementOf("#status", HTMLElement);
const projects = elementOf("#projects", HTMLElement);

/** Which answer is waited for: an earlier one that comes late is not shown. */
let asked = 0;

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void show(key.value.trim());
});

form.addEventListener("reset", () => {
  asked += 1;
  say("", false);
  projects.replaceChildren();
});

async function show(typed: string): Promise<void> {
  asked += 1;
  const own = asked;
  say("Loading …", true);
  const overview = await readOverview(typed);
  if (own !== asked) return;
  if (typeof overview === "string") {
    say(overview, false);
    projects.replaceChildren();
    return;
  }
  const sensors = overview.flatMap((project) => project.sensors).length;
  say(
    overview.length === 0
      ? "The key may read no project."
      : `Projects: ${overview.length}. Sensors: ${sensors}.`,
    false,
  );
  projects.replaceChildren(...renderProjects(overview, Date.now()));
}

function say(text: string, isBusy: boolean): void {
  status.textContent = text;
  projects.ariaBusy = String(isBusy);
}

function elementOf<Found extends Element>(selector: string, type: new () => Found): Found {
  const found = document.querySelector(selector);
  if (found instanceof type) return found;
  throw new Error(`the page has no ${selector}`);
}
