import { createCsvImportCommand } from "./program/import-csv.ts";

export const importExclusionsCommand = createCsvImportCommand({
  name: "exclusions",
  description: "import from CSV files the stretches of time whose samples do not count",
  columns: `Columns: sensor_id, start_at, end_at, reason, note (may be left out). A sample counts as excluded if its start
lies in an exclusion of its sensor: start_at is inside, end_at outside. The reason has 1 to 64 characters, the note
up to 500, or is empty. A sensor has one row per start, end and reason: the note of the last one wins. A local time
that a clock repeats in autumn is rejected: write its offset.`,
  example: ["reason", "Cause"],
  isOfExclusions: true,
  loadTable: async () => (await import("../ingest/rows/import-exclusions.ts")).exclusionsTable,
});
