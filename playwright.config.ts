import { defineConfig } from "playwright/test";
import type { WorkerOptions } from "./tests/support/test.ts";

/** The folders whose tests start processes or servers: most of their time is spent on starting those. */
const system = /tests\/(?:cli|faults)\/.*\.spec\.ts$/;

/** The tests of the dashboard in a browser. */
const pages = /tests\/browser\/.*\.spec\.ts$/;

/** The tests of views, which look different in each browser; the others are about what the server sends. */
const views =
  /tests\/browser\/(?:accessibility|availability|compare|compliance|event|event-list|exclusions|frame|going-on|layout|levels|overview|place|print|range|report|walk|wall)\.spec\.ts$/;

/** Every folder of tests, and some of them once more: on an object store, and on Citus. */
export default defineConfig<object, WorkerOptions>({
  testDir: "tests",
  globalSetup: "./tests/support/global-setup.ts",
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  // These times find what hangs. On a busy machine a page takes long to appear, and a process seconds to start.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  // A line a test would bury what failed where no terminal overwrites it.
  reporter: [[process.env["CI"] ? "dot" : "line"], ["./tests/support/skipped.ts"]],
  // A project starts workers of its own, so there are few. `npm test` runs `tests`.
  projects: [
    { name: "tests", testIgnore: [system, pages] },
    { name: "system", testMatch: system },
    { name: "pages", testMatch: pages },
    { name: "pages-firefox", testMatch: views, use: { browserName: "firefox" } },
    // The tests of recordings in a folder run for recordings in an object store, too.
    {
      name: "object-store",
      testMatch:
        /(?:api\/(?:internal-)?audio|cli\/(?:import-recordings|move-recordings|recordings-of-a-day)|database\/store-marker)\.spec\.ts$/,
      use: { storeKind: "s3" },
    },
    // With `CITUS_URL` naming a coordinator: every statement of the service must find its worker.
    ...(process.env["CITUS_URL"]
      ? [
          {
            name: "citus",
            testMatch: /(?:api|graphql|database|cli)\/[^/]+\.spec\.ts$/,
            use: { onCitus: true },
          },
        ]
      : []),
  ],
});
