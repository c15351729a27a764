import { defineConfig } from "playwright/test";

/** One project a folder of tests: pure rules and HTTP requests, no browser. */
export default defineConfig({
  testDir: "tests",
  globalSetup: "./tests/build/global-setup.ts",
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 60_000,
  reporter: [["line"]],
  projects: ["domain", "database", "audio", "operator", "graphql", "api"].map((name) => ({
    name,
    testDir: `tests/${name}`,
  })),
});
