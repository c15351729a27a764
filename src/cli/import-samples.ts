import { importSamples as importRows, readSamplesFiles } from "#ingest/import-samples.ts";
import { importFiles } from "./import-files.ts";
import type { ExitCode } from "./run-command.ts";

/** Imports files of samples. */
export async function importSamples(
  files: string[],
  options: { json?: boolean },
): Promise<ExitCode> {
  const sources = await readSamplesFiles(files);
  return importFiles((target, progress) => importRows(target, sources, progress), options);
}
