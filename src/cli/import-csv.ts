import { Command } from "commander";
import type { CsvBatch, CsvTable } from "#ingest/csv-table.ts";
import type { ImportedFile } from "#ingest/import-csv.ts";
import { type JsonOption, runAction } from "./lazy-action.ts";
import { createProgress } from "./progress.ts";

export interface CsvImport<Row, Batch extends CsvBatch<Row>> {
  readonly name: string;
  readonly description: string;
  /** The help about columns and values. */
  readonly columns: string;
  loadTable(): Promise<CsvTable<Row, Batch>>;
}

/** A command that imports CSV files. Files that are done are reported even if a later one fails. */
export function createCsvImportCommand<Row, Batch extends CsvBatch<Row>>(
  csvImport: CsvImport<Row, Batch>,
): Command {
  return new Command(csvImport.name)
    .description(csvImport.description)
    .argument("<file.csv...>", "files with a header of the columns below")
    .option(
      "--json",
      "print { files: [{ file, rows, inserted, updated, unchanged, rejected, rejectedFile }] }",
    )
    .addHelpText("after", `\n${csvImport.columns}\n${rowsHelp}`)
    .action((paths: string[], { json = false }: JsonOption) =>
      runAction(async ({ exitCodes, withDatabase }) => {
        const { importCsvFiles, readCsvFiles } = await import("#ingest/import-csv.ts");
        const table = await csvImport.loadTable();
        const files = await readCsvFiles(table, paths);
        const progress = createProgress(process.stderr, () => Date.now());
        const imported: ImportedFile[] = [];
        await withDatabase(async (database) => {
          try {
            for await (const file of importCsvFiles(table, database, files, progress.show)) {
              imported.push(file);
              progress.clear();
              if (!json) console.log(describeFile(file));
            }
          } finally {
            progress.clear();
            if (json) console.log(JSON.stringify({ files: imported }, null, 2));
          }
        });
        return imported.some(({ rejected }) => rejected > 0)
          ? exitCodes.someRowsRejected
          : exitCodes.done;
      }),
    );
}

const rowsHelp = `Of the rows, inserted ones are new, updated ones replaced another, unchanged ones were there already,
rejected ones are not stored: those of a.csv are written to a.rejected.csv with their line and the
reason. Importing the same file again changes nothing.`;

function describeFile(file: ImportedFile): string {
  const count = (value: number) => value.toLocaleString("en");
  const counts =
    `${file.file}: ${count(file.rows)} rows: ${count(file.inserted)} inserted, ` +
    `${count(file.updated)} updated, ${count(file.unchanged)} unchanged, ` +
    `${count(file.rejected)} rejected`;
  if (file.rejectedFile === null) return counts;
  return `${counts}\n  the rejected rows, each with its line and reason: ${file.rejectedFile}`;
}
