import { defineConfig } from "playwright/test";
import type { WorkerOptions } from "./tests/support/test.ts";

/** One project a folder of tests; that of the browser needs one that is installed. */
export default defineConfig<object, WorkerOptions>({
  testDir: "tests",
  globalSetup: "./tests/support/global-setup.ts",
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 60_000,
  // A line a test would bury what failed where no terminal overwrites it.
  reporter: [[process.env["CI"] ? "dot" : "line"], ["./tests/support/skipped.ts"]],
  projects: [
    ...["unit", "database", "cli", "graphql", "api", "faults"].map((name) => ({
      name,
      testDir: `tests/${name}`,
    })),
    { name: "browser", testDir: "tests/browser", expect: { timeout: 30_000 } },
    // A run of 20,000 random requests takes some of these two minutes.
    { name: "fuzz", testDir: "tests/fuzz", timeout: 120_000 },
    // Compiled documents must give what graphql-js gives: every test of answers runs through both.
    {
      name: "graphql-interpreted",
      testDir: "tests/graphql",
      testIgnore: /(?:http-\w+|masking|observability|document-\w+|schema)\.spec\.ts$/,
      use: { interpretDocuments: true },
    },
  ],
});
