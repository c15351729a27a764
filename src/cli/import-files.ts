import type { ImportedFile, ImportTarget } from "#ingest/import-rows.ts";
import { createProgress, type Progress } from "#ingest/progress.ts";
import { type ExitCode, exitCodes, withDatabase } from "./run-command.ts";

/** Imports files; what is done is reported even where a later file fails. */
export async function importFiles(
  start: (target: ImportTarget, progress: Progress) => AsyncIterable<ImportedFile>,
  options: { readonly json?: boolean },
): Promise<ExitCode> {
  const progress = createProgress(process.stderr, () => Date.now());
  const imported: ImportedFile[] = [];
  await withDatabase(async (database) => {
    try {
      for await (const file of start(database, progress)) {
        imported.push(file);
        if (options.json !== true) console.log(describeFile(file));
      }
    } finally {
      if (options.json === true) console.log(JSON.stringify({ files: imported }, null, 2));
    }
  });
  return imported.some(({ rejected }) => rejected > 0)
    ? exitCodes.someRowsRejected
    : exitCodes.done;
}

function describeFile(file: ImportedFile): string {
  const count = (value: number) => value.toLocaleString("en");
  const lines = [
    `${file.file}: ${count(file.rows)} rows: ${count(file.inserted)} inserted, ` +
      `${count(file.updated)} updated, ${count(file.unchanged)} unchanged, ` +
      `${count(file.rejected)} rejected`,
    ...(file.rejectedFile === null
      ? []
      : [`  the rejected rows, each with its line and reason: ${file.rejectedFile}`]),
  ];
  return lines.join("\n");
}
