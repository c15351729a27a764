import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import { type LevelName, levelNames } from "../../acoustics/levels/level-names.ts";
import { classificationModels, sensors } from "./sites.ts";

/** The column of each level, in hundredths of a dB: LAeq is `laeq`. */
function levelColumns() {
  const columns = levelNames.map((name) => [name.toLowerCase(), smallint()]);
  return Object.fromEntries(columns) as Record<
    Lowercase<LevelName>,
    ReturnType<typeof smallint<"">>
  >;
}

/**
 * Acoustic samples, at most one per sensor and second. Levels are hundredths of a dB; a null level was not reported by
 * the meter. Samples arrive in time order across all sensors, so the rows of one sensor are scattered over the heap.
 * Therefore the index of the primary key also INCLUDEs every level, and a page is read only from the index. The table
 * has a partition for each month (UTC). Hand-written migrations declare both, because Drizzle cannot.
 */
export const samples = pgTable(
  "samples",
  {
    sensorNo: integer()
      .notNull()
      .references(() => sensors.sensorNo),
    /** Start of the sample's interval. */
    datetime: timestamp({ withTimezone: true, precision: 0 }).notNull(),
    ...levelColumns(),
    /** The limit and the label that the sensor stored at collection. v0 does not serve them. */
    collectedLimit: smallint(),
    collectedClassification: text(),
  },
  (table) => [primaryKey({ name: "samples_pkey", columns: [table.sensorNo, table.datetime] })],
);

/**
 * The newest stored sample of each sensor, whatever its contract says. A sensor without samples has no row. It is
 * written in the transaction that writes or removes the samples.
 */
export const sensorLatest = pgTable("sensor_latest", {
  sensorNo: integer()
    .primaryKey()
    .references(() => sensors.sensorNo),
  datetime: timestamp({ withTimezone: true, precision: 0 }).notNull(),
  ...levelColumns(),
  /**
   * The interval that a round of maintenance inferred, without a declared one, and the newest sample then: the metrics
   * read no samples.
   */
  inferredSeconds: integer(),
  inferredAt: timestamp({ withTimezone: true, precision: 0 }),
});

/**
 * For each sensor and weighting, the first second of a stored sample with an equivalent level. Most meters report one
 * weighting of three: without this table, a search for the others would read all samples. A replaced sample may have
 * lost its level, so a row only says where a search begins. Without a row, there is no such sample.
 */
export const reportedWeightings = pgTable(
  "reported_weightings",
  {
    sensorNo: integer()
      .notNull()
      .references(() => sensors.sensorNo),
    /** `A`, `C` or `Z`. */
    weighting: text().notNull(),
    firstAt: timestamp({ withTimezone: true, precision: 0 }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.sensorNo, table.weighting] })],
);

/**
 * The labels that a model gave to the sound of one sensor and second, with a confidence from 0 to 1. The index of the
 * primary key also INCLUDEs the confidence, so that a page is read only from the index; a hand-written migration
 * declares this, because Drizzle cannot.
 */
export const classifications = pgTable(
  "classifications",
  {
    sensorNo: integer()
      .notNull()
      .references(() => sensors.sensorNo),
    datetime: timestamp({ withTimezone: true, precision: 0 }).notNull(),
    modelNo: integer()
      .notNull()
      .references(() => classificationModels.modelNo),
    label: text().notNull(),
    confidence: doublePrecision().notNull(),
  },
  (table) => [
    // The model comes before the time: a page reads a range of time of one model.
    primaryKey({
      name: "classifications_pkey",
      columns: [table.sensorNo, table.modelNo, table.datetime, table.label],
    }),
  ],
);

/** Stretches whose samples do not count, with the reason, such as thunder (docs/contract.md, P6). They may overlap. */
export const exclusions = pgTable(
  "exclusions",
  {
    sensorNo: integer()
      .notNull()
      .references(() => sensors.sensorNo),
    startAt: timestamp({ withTimezone: true, precision: 0 }).notNull(),
    /** Outside. */
    endAt: timestamp({ withTimezone: true, precision: 0 }).notNull(),
    reason: text().notNull(),
    note: text(),
  },
  (table) => [
    primaryKey({ columns: [table.sensorNo, table.startAt, table.endAt, table.reason] }),
    check("exclusions_length", sql`${table.startAt} < ${table.endAt}`),
  ],
);

/**
 * The numbers of imported rows and recordings, by kind and result, for the metrics. They are written in the transaction
 * of the import.
 */
export const importCounts = pgTable(
  "import_counts",
  {
    kind: text().notNull(),
    result: text().notNull(),
    rows: bigint({ mode: "number" }).notNull(),
    /** The end of the last import of this kind, also of one without rows of this result. */
    lastAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.result] })],
);

/** The moment of the last backup without faults: one row at most. */
export const lastBackup = pgTable(
  "last_backup",
  {
    isOnly: boolean().primaryKey().default(true),
    at: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  },
  (table) => [check("last_backup_one_row", sql`${table.isOnly}`)],
);

/**
 * The partitions of samples whose index was rebuilt after their time had passed. An import into such a partition clears
 * the mark, and a later round of maintenance rebuilds the index again.
 */
export const compactPartitions = pgTable("compact_partitions", {
  name: text().primaryKey(),
  isCompact: boolean().notNull(),
  compactedAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
});
