import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { parseOptions } from "./options.ts";
import { presentFigure } from "./report.ts";
import { run } from "./run.ts";
import { type Figure, isReached } from "./work.ts";
import { works } from "./cases/index.ts";

const server = process.env["DATABASE_URL"] || null;
const citusServer = process.env["CITUS_URL"] || null;
const options = parseOptions(works, server !== null, citusServer !== null);
if (options.node !== null) process.exit(await runUnder(options.node));
const say = (text: string) => console.error(text);
const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => interrupted.abort(new Error(`Ended by ${signal}`)));
}
const about = {
  node: process.versions.node,
  database: server === null ? "embedded" : "PostgreSQL",
  processors: `${cpus().length} × ${cpus()[0]?.model}`,
};
const figures: Figure[] = [];
console.log(`Node ${about.node}, database: ${about.database}, ${about.processors}`);
try {
  await run({
    ...options,
    server,
    citusServer,
    signal: interrupted.signal,
    say,
    found: (figure) => {
      figures.push(figure);
      console.log(presentFigure(figure));
    },
  });
} catch (error) {
  if (!interrupted.signal.aborted) throw error;
  say(String(interrupted.signal.reason));
  process.exitCode = 130;
}
if (options.json !== null) {
  const reached = figures.map((figure) => ({ ...figure, reached: isReached(figure) }));
  writeFileSync(options.json, `${JSON.stringify({ ...about, figures: reached }, null, 2)}\n`);
}

/** Runs this command line under another Node, and returns the exit code. */
async function runUnder(node: string): Promise<number> {
  const [script = "", ...given] = process.argv.slice(1);
  const at = given.findIndex((argument) => /^--node(?:=|$)/.test(argument));
  const others = given.toSpliced(at, given[at] === "--node" ? 2 : 1);
  const child = spawn(node, [script, ...others], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  const [code] = (await once(child, "exit")) as [number | null];
  return code ?? 1;
}
