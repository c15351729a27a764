import { ByteWriter, ParquetWriter, type SchemaElement } from "hyparquet-writer";
import type { Column, ColumnType, ExportRow } from "./export-columns.ts";

type Value = ExportRow[number];

/**
 * A Parquet file of rows, as consecutive parts. Its values are those of the CSV: numbers as doubles, counts as 64-bit
 * integers, instants as timestamps in UTC. One row group is in memory.
 */
export async function* parquetChunks(
  columns: readonly Column[],
  blocks: AsyncIterable<readonly ExportRow[]>,
): AsyncGenerator<Uint8Array, void> {
  const writer = new ByteWriter();
  const schema = [
    { name: "root", num_children: columns.length },
    ...columns.map(({ name, type }) => ({ ...elements[type], name })),
  ];
  const file = new ParquetWriter({ writer, schema, createdBy: "acoustic" });
  let pending: ExportRow[] = [];
  const writeGroup = () => {
    const columnData = columns.map(({ name, type }, index) => ({
      name,
      data: pending.map((row) => storedValue(type, row[index] ?? null)),
      // Starts of samples have equal distances: their differences need almost no space.
      ...(type === "instant" ? { encoding: "DELTA_BINARY_PACKED" as const } : {}),
    }));
    void file.write({ columnData, rowGroupSize: pending.length });
    pending = [];
    return takeBytes();
  };
  const takeBytes = () => {
    const bytes = writer.getBytes().slice();
    writer.index = 0;
    return bytes;
  };
  for await (const rows of blocks) {
    for (const row of rows) {
      pending.push(row);
      if (pending.length === rowsOfGroup) yield writeGroup();
    }
  }
  if (pending.length > 0) yield writeGroup();
  void file.finish();
  yield takeBytes();
}

/** More rows would need more memory, and fewer a larger file. */
const rowsOfGroup = 20_000;

const text = {
  type: "BYTE_ARRAY",
  converted_type: "UTF8",
  logical_type: { type: "STRING" },
  repetition_type: "OPTIONAL",
} as const;

const elements: Record<ColumnType, Omit<SchemaElement, "name">> = {
  text,
  label: text,
  instant: {
    type: "INT64",
    converted_type: "TIMESTAMP_MILLIS",
    logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
    repetition_type: "OPTIONAL",
  },
  count: { type: "INT64", repetition_type: "OPTIONAL" },
  number: { type: "DOUBLE", repetition_type: "OPTIONAL" },
  flag: { type: "BOOLEAN", repetition_type: "OPTIONAL" },
};

function storedValue(type: ColumnType, value: Value): Value | bigint {
  if (typeof value !== "number") return value;
  if (type === "count") return BigInt(value);
  return type === "instant" ? BigInt(value) * 1000n : value;
}
