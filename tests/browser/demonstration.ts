import { type Demonstration, loadDemonstration } from "../../src/demo/load-demonstration.ts";
import { test as base } from "./dashboard.ts";

/** The end of the demonstration's data. */
const now = new Date("2026-03-20T10:02:30Z");

/** With the demonstration, seen at the end of its data. */
export const test = base.extend<object, { demonstration: Demonstration }>({
  demonstration: [
    async ({ database, audioStore }, use) => {
      await use(await loadDemonstration(database.db, { now, store: audioStore }));
    },
    // A worker loads it once; on a busy machine that lasts longer than a test may.
    { scope: "worker", timeout: 240_000 },
  ],

  page: async ({ page }, use) => {
    await page.clock.setFixedTime(now);
    await use(page);
  },
});
