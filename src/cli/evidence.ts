import { Command } from "commander";
import { evidenceName } from "../acoustics/evidence-name.ts";
import { formatInstant, type Instant } from "../acoustics/time/instant.ts";
import type { EvidenceReport } from "../evidence/write-evidence.ts";
import { collect, endOfRange, instant, once, runAction } from "./program/options.ts";
import { createProgress } from "./text/progress.ts";

interface EvidenceOptions {
  readonly project: string;
  readonly sensor: readonly string[];
  readonly startAt: Instant;
  readonly endAt: Instant;
  readonly output?: string;
}

export const evidenceCommand = new Command("evidence")
  .description("write one file with which anybody recomputes the verdicts and episodes of a range")
  .requiredOption("--project <id>", "the project", once)
  .option("--sensor <id>", "a sensor; may be repeated (default: all of the project)", collect, [])
  .requiredOption("--start-at <instant>", "start of the range, included", instant)
  .requiredOption("--end-at <instant>", endOfRange, instant)
  .option(
    "--output <file>",
    "a new file, which appears whole or not at all (default without --sensor: named after project and range, as reports name it)",
    once,
  )
  .addHelpText(
    "after",
    `
The file has the samples, exclusions, classifications and rules of every window and episode that overlaps the range, the
verdicts and episodes as \`export\` writes them, a description of the method, and a program that makes them again. Whoever has
it needs Python 3.9 or later, and nothing of the gateway. Of the embedded database, a copy is made in DATA_DIR first,
which is removed in the end; the tables are made in the folder of temporary files (TMPDIR).

Example:
  acoustic evidence --project dublin-noise --start-at 2026-03-01 --end-at 2026-03-31T23:59:59Z --output evidence.tar.gz
  mkdir evidence && cd evidence && tar -xzf ../evidence.tar.gz
  sha256sum -c SHA256SUMS && python3 recompute.py`,
  )
  .action(({ project, sensor, startAt, endAt, output: given }: EvidenceOptions) =>
    runAction(async ({ requireConfig, withDatabase }) => {
      const output = given ?? evidenceName(project, formatInstant(startAt), formatInstant(endAt));
      const { requireSnapshot } = await import("../operator/backup/require-snapshot.ts");
      const { InvalidInput } = await import("../ingest/invalid-input.ts");
      const { requireNoFile, writeNewFile } = await import("../operator/backup/new-file.ts");
      const { writeEvidence } = await import("../evidence/write-evidence.ts");
      if (startAt > endAt) throw new InvalidInput(["--start-at must not be after --end-at"]);
      if (sensor.length > 0 && given === undefined) {
        throw new InvalidInput([
          "--output: is needed with --sensor, which the default name does not tell",
        ]);
      }
      await requireNoFile(output);
      const request = { projectId: project, sensorIds: sensor, range: { startAt, endAt } };
      const config = requireConfig().database;
      const progress = createProgress();
      const written = await withDatabase((database) =>
        writeNewFile(output, (append) =>
          requireSnapshot(database, config, (snapshot) =>
            writeEvidence(snapshot, request, append, progress.show),
          ),
        ),
      ).finally(() => progress.clear());
      console.log(describeEvidence(output, written));
    }),
  );

function describeEvidence(file: string, { versions, lines }: EvidenceReport): string {
  const counted = Object.entries({
    sensors: lines.sensors,
    "versions of the rules": versions,
    samples: lines.samples,
    verdicts: lines.assessments,
    episodes: lines.episodes,
  }).map(([name, count]) => `${name}: ${count.toLocaleString("en")}`);
  return `${file} has ${counted.join(", ")}`;
}
