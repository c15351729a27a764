import { createCsvImportCommand } from "./program/import-csv.ts";

export const importClassificationsCommand = createCsvImportCommand({
  name: "classifications",
  description: "import from CSV files what models heard",
  columns: `Columns: sensor_id, datetime (after 1970-01-01T00:00:00Z), model, label, confidence. The confidence is
a decimal from 0 to 1 such as 0.97 or 9.5e-05; model and label are names of 1 to 200 characters. A sensor
and second have one row per model and label: the last one wins. Rows may come before their sample.`,
  example: ["label", "Source of sound"],
  loadTable: async () =>
    (await import("../ingest/rows/import-classifications.ts")).classificationsTable,
});
