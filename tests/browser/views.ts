import type { Page } from "playwright/test";
import { typeKey } from "./dashboard.ts";

/** The project and sensor of the demonstration whose views are shown, and days of its data. */
export const project = "#/p/demo-lisbon";
const sensor = `${project}/s/demo-lisbon-street`;
export const days = "from=2026-03-17&to=2026-03-19";

/** A view, and the element that shows that it is loaded. */
export type View = readonly [fragment: string, ready: string];

export const views: readonly View[] = [
  ["#/", "[data-testid=sensor-row]"],
  [project, "[data-testid=map][data-ready=true]"],
  [`${sensor}?${days}`, "[data-testid=level-plot][data-ready=true]"],
  [`${sensor}?${days}&tab=statistics`, "[data-testid=heatmap][data-ready=true]"],
  [`${project}/events?${days}`, "[data-testid=event-row]"],
  [
    `${project}/compliance?${days}&criterion=night-quarters&sensor=demo-lisbon-street&date=2026-03-18`,
    "[data-testid=window] [data-testid=level-plot][data-ready=true]",
  ],
  [`#/availability?gaps=demo-lisbon-street`, ".row-gaps"],
  [`${project}/schedule`, "[data-testid=week-grid-A][data-ready=true]"],
  [`${project}/compare?${days}&a=demo-lisbon-street`, "[data-testid=compare][data-ready=true]"],
  ["#/wall", "[data-testid=wall] [data-testid=sensor-row]"],
  [`${project}/report?${days}&sensors=demo-lisbon-street`, "[data-testid=report][data-ready=true]"],
];

/** Looks at the form for a key, at each view, and at that of the newest exceedance. */
export async function eachView(
  page: Page,
  internalUrl: string,
  key: string,
  look: (name: string) => Promise<void>,
): Promise<void> {
  await page.goto(`${internalUrl}/`);
  await page.getByTestId("key-form").waitFor();
  await look("key form");
  await typeKey(page, key);
  for (const view of views) {
    await openFragment(page, view);
    await look(view[0]);
  }
  await openFragment(page, await newestEvent(page));
  await look("event");
}

/** The view of the newest exceedance of the days, after a look into their list. */
export async function newestEvent(page: Page): Promise<View> {
  await openFragment(page, [`${project}/events?${days}`, "[data-testid=event-row]"]);
  const id = (await page.getByTestId("event-row").first().getAttribute("data-id")) ?? "";
  return [
    `${project}/s/${id.replace(/\.\d+$/, "")}/e/${id}`,
    "[data-testid=event]:has([data-testid=limit-explanation]) [data-testid=level-plot][data-ready=true]",
  ];
}

/** Opens a view by its address, and waits until it is loaded. */
export async function openFragment(page: Page, [fragment, ready]: View): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
  await page.locator(ready).first().waitFor();
}
