// @ts-check
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";

/*
 * Serves the page from its sources with Vite, and the gateway, which is built and started again after a change in src/.
 * Run it from the root of the repository: `npm run dev`. Ctrl-C ends both.
 */

const inherited = /** @type {const} */ ({ stdio: "inherit" });
const vite = ["src/dashboard/browser", "--config", "src/dashboard/vite.config.ts"];
const page = spawn(process.execPath, ["node_modules/vite/bin/vite.js", ...vite], inherited);

let endGateway = async () => {};

/** Ends the gateway, builds, and starts it again. After a mistake in the code, the compiler's words stand there. */
async function restart() {
  await endGateway();
  endGateway = async () => {};
  const built = spawnSync("npm", ["run", "--silent", "build:src"], { ...inherited, shell: true });
  if (built.status !== 0) return;
  const gateway = spawn(process.execPath, ["dist/main.js", "serve", "--demo-if-empty"], inherited);
  const ended = once(gateway, "exit");
  endGateway = async () => {
    gateway.kill("SIGTERM");
    await ended;
  };
}

let running = restart();
let waiting = setTimeout(() => {}, 0);
watch("src", { recursive: true }, (_event, file) => {
  // Vite shows a change of the page itself.
  if (file?.startsWith("dashboard/browser/")) return;
  clearTimeout(waiting);
  // An editor writes a file in several steps.
  waiting = setTimeout(() => (running = running.then(restart)), 50);
});

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    page.kill();
    void running.then(endGateway).then(() => process.exit());
  });
}
