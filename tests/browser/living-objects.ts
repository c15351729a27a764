import { expect, type Page } from "playwright/test";

/** Objects of the page that a view may keep alive after it was left, by the prototypes of their classes. */
const kinds = ["HTMLCanvasElement", "ResizeObserver", "MutationObserver", "AbortController"];

/** How many nodes, listeners and objects of each kind are alive once all garbage is gone. */
export async function livingObjects(page: Page): Promise<Record<string, number>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
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

/** The counts that are larger after than before. */
export function grown(
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
): string[] {
  expect(before["Nodes"]).toBeGreaterThan(0);
  return Object.entries(after).flatMap(([name, count]) =>
    count > (before[name] ?? 0) ? `${count} ${name}` : [],
  );
}
