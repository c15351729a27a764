import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { works } from "./cases/index.ts";
import { parseOptions } from "./options.ts";
import { run } from "./run.ts";
import { type Figure, isReached, presentFigure } from "./work.ts";

const server = process.env["DATABASE_URL"] || null;
const citusServer = process.env["CITUS_URL"] || null;
const options = parseOptions(works, server !== null, citusServer !== null);
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
    say: (text) => console.error(text),
    found: (figure) => {
      figures.push(figure);
      console.log(presentFigure(figure));
    },
  });
} catch (error) {
  if (!interrupted.signal.aborted) throw error;
  console.error(String(interrupted.signal.reason));
  process.exitCode = 130;
}
if (options.json !== null) {
  const reached = figures.map((figure) => ({ ...figure, reached: isReached(figure) }));
  writeFileSync(options.json, `${JSON.stringify({ ...about, figures: reached }, null, 2)}\n`);
}
