import { type ImportedFile, importSamples as importFiles } from "#operator/import-samples.ts";
import { createProgress } from "#operator/progress.ts";
import { readSamplesFiles } from "#operator/samples-files.ts";
import { type ExitCode, exitCodes, withDatabase } from "./run-command.ts";

/** Imports files of samples; what is done is reported even where a later file fails. */
export async function importSamples(
  files: string[],
  options: { json?: boolean },
): Promise<ExitCode> {
  const sources = await readSamplesFiles(files);
  const progress = createProgress(process.stderr, () => Date.now());
  const imported: ImportedFile[] = [];
  try {
    await withDatabase(async (database) => {
      for await (const file of importFiles(database, sources, progress)) {
        imported.push(file);
        if (options.json !== true) console.log(describeFile(file));
      }
    });
  } finally {
    if (options.json === true) console.log(JSON.stringify({ files: imported }, null, 2));
  }
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
