import { existsSync } from "node:fs";
import { defineConfig } from "playwright/test";
import { useBrowser } from "./tests/support/browser.ts";
import type { WorkerOptions } from "./tests/support/test.ts";

/**
 * The projects by what their tests touch: folders, and the specs of other folders. `pure`: no database. `data`: the
 * database of the run. `commands`: the same, by commands. `system`: processes and databases of the tests' own.
 */
const touching = {
  pure: {
    folders: ["unit"],
    specs: [
      "api/documented",
      "api/documented-parameters",
      "api/openapi-bounds",
      "api/stopping",
      "cli/documented-commands",
      "cli/progress",
      "cli/site-file",
      "database/connection-errors",
      "database/session-queue",
      "database/wire-protocol",
      "fuzz/checks",
      "graphql/compile",
      "graphql/document-cost",
      "graphql/document-shape",
      "graphql/schema",
    ],
  },
  data: { folders: ["api", "graphql", "database", "fuzz"], specs: [] },
  commands: {
    folders: ["cli"],
    specs: ["database/extend-demonstration", "faults/full-disk"],
  },
  system: {
    folders: ["faults", "sandbox-example", "unit/evidence"],
    specs: [
      "api/python-client",
      "cli/acoustic-script",
      "cli/beside-systemd",
      "cli/documented-production",
      "cli/package",
      "cli/sandbox",
      "cli/serve-watch",
      "cli/server-tls",
      "cli/verify",
      "cli/verify-mistakes",
      "cli/version",
      "database/full-disk",
      "database/import-in-steps",
      "database/wire-server",
      // Their cases are about forms and figures, which no kind of database decides.
      "fuzz/evidence",
      "fuzz/executors",
      "fuzz/meters",
      "fuzz/static-cost",
      "graphql/masking",
      "unit/comment-rules",
      "unit/import-rules",
    ],
  },
  // Programs of others, which tests/interop installs.
  interop: { folders: existsSync("tests/interop/node_modules") ? ["interop"] : [], specs: [] },
  pages: { folders: ["browser"], specs: [] },
};

/** The specs with tests of what differs between a folder of recordings and an object store. */
const recordings = specsOf([
  "api/(?:internal-)?audio",
  "cli/(?:import|move)-recordings",
  "database/store-marker",
]);

/** Each test is in one of the first projects; some run once more, in Firefox, on an object store, and on Citus. */
export default defineConfig<object, WorkerOptions>({
  testDir: "tests",
  globalSetup: "./tests/support/global-setup.ts",
  // A file is work for one worker, which loads it once.
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  // These times find what hangs. On a busy machine a page takes long to appear, and a process seconds to start.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  // A line a test would bury what failed where no terminal overwrites it.
  reporter: [[process.env["CI"] ? "dot" : "line"], ["./tests/support/skipped.ts"]],
  projects: [
    ...Object.entries(touching).map(([name, { folders, specs }]) => ({
      name,
      testMatch: [
        ...folders.map((folder) => new RegExp(`tests/${folder}/.*\\.spec\\.ts$`)),
        specsOf(specs),
      ],
      testIgnore: othersOf(name),
      ...(name === "pages" ? { use: useBrowser("chromium") } : {}),
    })),
    // Layout, focus, history, sound and zones of time differ between browsers; figures are the same in each.
    {
      name: "pages-firefox",
      testMatch: /tests\/browser\/.*\.spec\.ts$/,
      grep: /@firefox/,
      use: useBrowser("firefox"),
    },
    {
      name: "object-store",
      testMatch: recordings,
      // In the last two, all tests are of the store.
      grep: /@store|(?:move-recordings|store-marker)\.spec/,
      use: { storeKind: "s3" },
    },
    // With `CITUS_URL` naming a coordinator: every statement of the service must find its worker.
    ...(process.env["CITUS_URL"]
      ? [
          {
            name: "citus",
            testMatch: /(?:api|graphql|database|cli)\/[^/]+\.spec\.ts$/,
            // Their tests use no database, or an embedded one of their own.
            testIgnore: [specsOf(touching.pure.specs), specsOf(touching.system.specs)],
            use: { onCitus: true },
          },
          // Compares what these tests have run with the source.
          {
            name: "citus-statements",
            testMatch: /citus\/[^/]+\.spec\.ts$/,
            dependencies: ["citus"],
          },
        ]
      : []),
  ],
});

function specsOf(paths: readonly string[]): RegExp {
  return new RegExp(`tests/(?:${paths.join("|")})\\.spec\\.ts$`);
}

/** Specs that another project names, and its folders below one of this project. */
function othersOf(name: string): RegExp[] {
  const others = Object.entries(touching).filter(([other]) => other !== name);
  return others.flatMap(([, { folders, specs }]) => [
    ...folders
      .filter((folder) => folder.includes("/"))
      .map((folder) => new RegExp(`tests/${folder}/`)),
    specsOf(specs),
  ]);
}
