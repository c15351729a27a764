import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { scopes } from "#domain/scope.ts";
import { createApiKey } from "#operator/keys.ts";
import { Command } from "commander";
import { fill } from "./fill.ts";
import { openPlace, type Place } from "./place.ts";
import { presentFigure } from "./report.ts";
import { crowdedProjectId, projectId } from "./site.ts";
import type { Bench, Figure } from "./work.ts";
import { works } from "./works/index.ts";

const program = new Command("bench")
  .argument("[work...]", "what to measure; without: all")
  .option("--seconds <n>", "", Number, 3)
  .option("--rounds <n>", "", Number, 6)
  .option("--rows <n>", "", Number, 1_000_000)
  .option("--keep <name>")
  .option("--json <file>")
  .parse();
const options = program.opts<{
  seconds: number;
  rounds: number;
  rows: number;
  keep?: string;
  json?: string;
}>();
const say = (text: string) => console.error(text);
const place = await openPlace({
  server: process.env["DATABASE_URL"] ?? null,
  name: options.keep ?? randomBytes(4).toString("hex"),
  keep: options.keep !== undefined,
});
try {
  const size = { sensors: 100, crowdedSensors: 500, rows: options.rows, quietRows: 105_120 };
  await fill(place.db, size, say);
  const bench: Bench = {
    pace: { rounds: options.rounds, seconds: options.seconds },
    place,
    size,
    key: await createKey(place),
    say,
  };
  const figures: Figure[] = [];
  for (const work of works) {
    if (program.args.length > 0 && !program.args.includes(work.name)) continue;
    for (const figure of await work.run(bench)) {
      figures.push(figure);
      console.log(presentFigure(figure));
    }
  }
  if (options.json !== undefined) writeFileSync(options.json, JSON.stringify(figures, null, 2));
} finally {
  await place.close();
}

async function createKey({ db }: Place): Promise<string> {
  const created = await createApiKey(
    db,
    {
      name: "Benchmark",
      scopes,
      projects: [projectId, crowdedProjectId],
      sensors: null,
      expiresAt: null,
    },
    new Date(),
  );
  if (!created.ok) throw new Error(created.faults.join("; "));
  return created.key.text;
}
