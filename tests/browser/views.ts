import type { Page } from "playwright/test";
import { typeKey } from "./dashboard.ts";

/** The project and sensor of the demonstration whose views are shown, and days of its data. */
export const project = "#/p/demo-lisbon";
const sensor = `${project}/s/demo-lisbon-street`;
export const days = "from=2026-03-17&to=2026-03-19";

/** The views, and the elements that show that they are loaded. */
export const views: readonly (readonly [fragment: string, ready: string])[] = [
  ["#/", "[data-testid=sensor-row]"],
  [project, "[data-testid=map][data-ready=true]"],
  [`${sensor}?${days}`, "[data-testid=level-plot][data-ready=true]"],
  [`${sensor}?${days}&tab=statistics`, "[data-testid=heatmap][data-ready=true]"],
  [`${sensor}?${days}&tab=availability`, "[aria-label=Gaps]"],
  [`${project}/events?${days}`, "[data-testid=event-row]"],
  [
    `${project}/compliance?${days}&criterion=night-quarters&sensor=demo-lisbon-street&date=2026-03-18`,
    "[data-testid=window] [data-testid=level-plot][data-ready=true]",
  ],
  ["#/availability", "[data-testid=availability-cell]"],
  [`${project}/schedule`, "[data-testid=week-grid-A][data-ready=true]"],
  [`${project}/compare?${days}&a=demo-lisbon-street`, "[data-testid=compare][data-ready=true]"],
  ["#/wall", "[data-testid=wall] [data-testid=sensor-row]"],
  [`${project}/report?${days}&sensors=demo-lisbon-street`, "[data-testid=report][data-ready=true]"],
];

/** The view of an exceedance, by the id of its sample, and the element that shows that it is loaded. */
export function eventView(id: string): readonly [fragment: string, ready: string] {
  return [
    `${project}/s/${id.replace(/\.\d+$/, "")}/e/${id}`,
    "[data-testid=event]:has([data-testid=limit-explanation]) [data-testid=level-plot][data-ready=true]",
  ];
}

/** The faults that `findFaults` sees in the form for a key, in each view, and in that of the newest exceedance. */
export async function walkViews(
  page: Page,
  internalUrl: string,
  key: string,
  findFaults: (page: Page) => Promise<string[]>,
): Promise<string[]> {
  const faults: string[] = [];
  const look = async (name: string) => {
    for (const fault of await findFaults(page)) faults.push(`${name}: ${fault}`);
  };
  const open = async ([fragment, ready]: readonly [string, string]) => {
    await page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
    await page.locator(ready).first().waitFor();
  };
  await page.goto(`${internalUrl}/`);
  await page.getByTestId("key-form").waitFor();
  await look("key form");
  await typeKey(page, key);
  for (const view of views) {
    await open(view);
    await look(view[0]);
  }
  await open([`${project}/events?${days}`, "[data-testid=event-row]"]);
  const id = await page.getByTestId("event-row").first().getAttribute("data-id");
  await open(eventView(id ?? ""));
  await look("event");
  return faults;
}
