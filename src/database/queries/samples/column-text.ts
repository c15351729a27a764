import { type SQL, sql } from "drizzle-orm";
import { notReported, type SampleColumns } from "../../../acoustics/aggregates/sample-columns.ts";
import type { LevelName } from "../../../acoustics/levels/level-names.ts";

/** Samples without their durations, which the interval of the sensor decides. */
export type StoredColumns = Omit<SampleColumns, "durations">;

/**
 * The values of each column one after the other, in the server's binary form, as Base64: half the time of arrays, and
 * shorter than the server's hexadecimal digits.
 */
export type ColumnText = Partial<Record<LevelName, string>> & {
  count: number;
  seconds: string | null;
};

/** Selects the columns of rows that have a `datetime` and a column of each level, in the order of the rows. */
export function columnTextOf(levels: readonly LevelName[]): SQL {
  return sql.join(
    [
      sql`count(*)::integer as count`,
      sql`encode(string_agg(timestamptz_send(datetime), ''::bytea), 'base64') as seconds`,
      ...levels.map((level) => {
        const column = sql.identifier(level.toLowerCase());
        const reported = sql`coalesce(${column}, ${noLevel}::smallint)`;
        return sql`encode(string_agg(int2send(${reported}), ''::bytea), 'base64') as ${sql.identifier(level)}`;
      }),
    ],
    sql`, `,
  );
}

/** Reads the columns of these levels. Throws if the server has written them in another form. */
export function readColumnText(row: ColumnText, levels: readonly LevelName[]): StoredColumns {
  if (row.count === 0) return { seconds: new Float64Array(0), levels: {} };
  const columns: Partial<Record<LevelName, Int16Array>> = {};
  for (const name of levels) columns[name] = readLevels(bytesOf(row[name]), row.count);
  return { seconds: readSeconds(bytesOf(row.seconds), row.count), levels: columns };
}

const noLevel = sql.raw(`'${notReported}'`);

/** Reads timestamps: microseconds since 2000-01-01T00:00:00Z, each in eight bytes, the highest first. */
function readSeconds(bytes: Buffer, count: number): Float64Array {
  requireLength(bytes, count * 8);
  const seconds = new Float64Array(count);
  for (let index = 0; index < count; index += 1) {
    const microseconds = bytes.readInt32BE(index * 8) * 2 ** 32 + bytes.readUInt32BE(index * 8 + 4);
    seconds[index] = microseconds / 1e6 + second2000;
  }
  return seconds;
}

const second2000 = Date.UTC(2000) / 1000;

/** Reads levels: two bytes each, the higher one first. */
function readLevels(bytes: Buffer, count: number): Int16Array {
  requireLength(bytes, count * 2);
  const levels = new Int16Array(count);
  const swapped = Buffer.from(levels.buffer);
  bytes.copy(swapped);
  swapped.swap16();
  return levels;
}

/** Bytes in another form would be read as other levels. */
function requireLength(bytes: Buffer, length: number): void {
  if (bytes.length !== length) throw new Error("the server has sent columns in another form");
}

/**
 * The server breaks Base64 into lines, and the line breaks are skipped. Other invalid characters are skipped, too, and
 * make the length wrong.
 */
function bytesOf(text: string | null | undefined): Buffer {
  return Buffer.from(text ?? "", "base64");
}
