import { defineConfig } from "playwright/test";
import type { WorkerOptions } from "./tests/support/test.ts";

/** Every folder of tests, and once more what the interpreter of GraphQL documents answers and what a cluster of Citus does. */
export default defineConfig<object, WorkerOptions>({
  testDir: "tests",
  globalSetup: "./tests/support/global-setup.ts",
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 60_000,
  // Pages of a browser may be slow to appear on a busy machine.
  expect: { timeout: 30_000 },
  // A line a test would bury what failed where no terminal overwrites it.
  reporter: [[process.env["CI"] ? "dot" : "line"], ["./tests/support/skipped.ts"]],
  // A project starts workers of its own, so one holds all folders.
  projects: [
    { name: "tests" },
    // What is true of recordings in a folder is true of them in an object store.
    {
      name: "object-store",
      testMatch:
        /(?:api\/(?:internal-)?audio|cli\/(?:import-recordings|move-recordings|recordings-of-a-day)|database\/store-marker)\.spec\.ts$/,
      use: { storeKind: "s3" },
    },
    // Compiled documents must give what graphql-js gives: every test of answers runs through both.
    {
      name: "graphql-interpreted",
      testDir: "tests/graphql",
      testIgnore: /(?:http-\w+|masking|observability|document-\w+|schema)\.spec\.ts$/,
      use: { interpretDocuments: true },
    },
    // Where `CITUS_URL` names a coordinator: every statement of the service must find its worker.
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
