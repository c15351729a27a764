import type { Demonstration } from "#demo/load-demonstration.ts";
import { loadDemonstration } from "#demo/load-demonstration.ts";
import { test as base } from "./dashboard.ts";

/** The end of the demonstration's data, as other tests load it, too. */
export const demonstrationNow = new Date("2026-03-20T10:02:30Z");

/** What this worker has loaded. */
let loaded: Promise<Demonstration> | undefined;

/** With the demonstration, seen at the end of its data. */
export const test = base.extend<{ demonstration: Demonstration }>({
  demonstration: async ({ database, audioStore, page }, use) => {
    loaded ??= loadDemonstration(database.db, { now: demonstrationNow, store: audioStore });
    await page.clock.setFixedTime(demonstrationNow);
    await use(await loaded);
  },
});
