import { boolean, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

/**
 * Files whose rows are on their way into the embedded database. There, a transaction makes everybody else wait, so a
 * file takes many short ones: its rows are written to `staged_batches`, then the file becomes complete, and from
 * then on its batches are stored one by one, after a crash as well. A file that is not complete has changed nothing.
 */
export const stagedImports = pgTable("staged_imports", {
  importNo: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** The name of the table that the rows are for. */
  rowsOf: text().$type<"samples" | "classifications">().notNull(),
  isComplete: boolean().notNull().default(false),
  /** When a batch was staged or stored last. */
  touchedAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
  /** The outcome of the batches that are stored. */
  inserted: integer().notNull().default(0),
  updated: integer().notNull().default(0),
  unchanged: integer().notNull().default(0),
});

/** Rows of a file, stored in this order. */
export const stagedBatches = pgTable(
  "staged_batches",
  {
    importNo: integer()
      .notNull()
      .references(() => stagedImports.importNo, { onDelete: "cascade" }),
    batchNo: integer().notNull(),
    /** JSON: columns of equal length, as the writer of the table takes them. */
    rows: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.importNo, table.batchNo] })],
);
