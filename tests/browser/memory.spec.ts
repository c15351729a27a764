import type { CDPSession, Page } from "playwright/test";
import { expect, needBrowser, openView } from "./dashboard.ts";
import { test } from "./demonstration.ts";
import { days, eventView, project, views } from "./views.ts";

needBrowser();

/** Objects of the page that a view may keep alive after it was left, by the prototypes of their classes. */
const kinds = ["HTMLCanvasElement", "ResizeObserver", "MutationObserver", "AbortController"];

test("views that are left leave no plot, canvas, observer, listener or node behind", async ({
  page,
  gateway,
  demonstration,
}) => {
  const events = `${project}/events?${days}`;
  await openView(page, gateway.internalUrl, demonstration.key, events);
  const id = await page.getByTestId("event-row").first().getAttribute("data-id");
  // The view at the end has no canvas of its own.
  const last = [`${project}/schedule`, "[data-testid=week-grid-A][data-ready=true]"] as const;
  const round = [...views, eventView(id ?? ""), last];
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  // Chunks of views and all else that is made once are there after the first rounds.
  await walk(page, [...round, ...round]);
  const before = await livingObjects(session);
  await walk(page, [...round, ...round]);
  const after = await livingObjects(session);
  const grown = Object.entries(after).filter(([name, count]) => count > (before[name] ?? 0));
  expect(grown, `before: ${JSON.stringify(before)}`).toEqual([]);
  expect(before["Nodes"]).toBeGreaterThan(0);
});

async function walk(page: Page, round: readonly (readonly [string, string])[]): Promise<void> {
  for (const [fragment, ready] of round) {
    await page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
    await page.locator(ready).first().waitFor();
  }
}

/** How many nodes, listeners and objects of each kind are alive once all garbage is gone. */
async function livingObjects(session: CDPSession): Promise<Record<string, number>> {
  // A finalizer may leave garbage to the next collection.
  for (let time = 0; time < 3; time += 1) await session.send("HeapProfiler.collectGarbage");
  const counts: Record<string, number> = {};
  for (const kind of kinds) {
    const expression = `${kind}.prototype`;
    const { result } = await session.send("Runtime.evaluate", { expression });
    const prototypeObjectId = result.objectId ?? "";
    const { objects } = await session.send("Runtime.queryObjects", { prototypeObjectId });
    const { result: length } = await session.send("Runtime.callFunctionOn", {
      objectId: objects.objectId ?? "",
      functionDeclaration: "function () { return this.length; }",
    });
    counts[kind] = length.value as number;
    await session.send("Runtime.releaseObject", { objectId: objects.objectId ?? "" });
  }
  const { metrics } = await session.send("Performance.getMetrics");
  for (const { name, value } of metrics) {
    if (["Nodes", "JSEventListeners", "Documents"].includes(name)) counts[name] = value;
  }
  return counts;
}
