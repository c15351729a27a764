// @ts-check
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { watch } from "rolldown";
import { bundleOf } from "./bundle-options.mjs";

/*
 * Serves the page from its sources with Vite, and the gateway, which is bundled from src/ and started again after a
 * change there. The bundle checks no types: the editor does, and `npm run check:types`. Run it from the root of the
 * repository: `npm run dev`. Ctrl-C ends both.
 */

const inherited = /** @type {const} */ ({ stdio: "inherit" });
const vite = ["src/dashboard/browser", "--config", "src/dashboard/vite.config.ts"];

// The threads of the embedded database and the image of the sandbox are no part of the bundle.
const isBuilt = build();
const page = spawn(process.execPath, ["node_modules/vite/bin/vite.js", ...vite], inherited);
let isStale = !isBuilt;
let endGateway = async () => {};

async function start() {
  if (isStale && !build()) return;
  isStale = false;
  const gateway = spawn(process.execPath, ["dist/main.js", "serve", "--demo-if-empty"], inherited);
  const ended = once(gateway, "exit");
  endGateway = async () => {
    endGateway = async () => {};
    gateway.kill("SIGTERM");
    await ended;
  };
}

function build() {
  const { status } = spawnSync("npm", ["run", "--silent", "build:src"], {
    ...inherited,
    shell: true,
  });
  return status === 0;
}

const bundling = watch(bundleOf((module) => `src/${module}.ts`));
let running = Promise.resolve();
bundling.on("change", (file) => {
  isStale ||= /src\/(?:embedded|database\/migrations|rest\/docs)\//.test(file);
});
bundling.on("event", (event) => {
  // The gateway ends while its next program is bundled.
  if (event.code === "BUNDLE_START") running = running.then(() => endGateway());
  if (event.code === "BUNDLE_END") running = running.then(start);
  if (event.code === "ERROR") console.error(event.error.message);
  if ("result" in event) void event.result?.close();
});

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    page.kill();
    void Promise.all([running.then(() => endGateway()), bundling.close()]).then(() =>
      process.exit(),
    );
  });
}
