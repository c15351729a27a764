import {
  importClassifications as importRows,
  readClassificationsFiles,
} from "#ingest/import-classifications.ts";
import { importFiles } from "./import-files.ts";
import type { ExitCode } from "./run-command.ts";

/** Imports files of what models heard. */
export async function importClassifications(
  files: string[],
  options: { json?: boolean },
): Promise<ExitCode> {
  const sources = await readClassificationsFiles(files);
  return importFiles((target, progress) => importRows(target, sources, progress), options);
}
