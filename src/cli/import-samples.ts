import { levelNames } from "../acoustics/levels/level-names.ts";
import { createCsvImportCommand } from "./program/import-csv.ts";

export const importSamplesCommand = createCsvImportCommand({
  name: "samples",
  description: "import samples from CSV files",
  columns: `Columns: sensor_id, datetime (or date and time; after 1970-01-01T00:00:00Z), and any of ${levelNames.join(", ")},
limit, classification. Levels are in dB from -20 to 200; empty means not reported. A row replaces the levels of
a stored sample whose columns its file has. A file is one transaction on PostgreSQL; the embedded database
stores it in steps.`,
  example: ["LAeq", "Leq (dBA)"],
  isOfSamples: true,
  loadTable: async () => (await import("../ingest/rows/import-samples.ts")).samplesTable,
});
