import type { Instant } from "../../acoustics/time/instant.ts";
import type { OperatorDatabase, Queryable } from "../../database/client/pool.ts";
import { addImportCounts, readAsUtcResult } from "../../database/queries/imports/import-counts.ts";
import { type LockMode, lockImport } from "../../database/queries/imports/import-locks.ts";
import {
  analyzeFewRows,
  selectUnvacuumedTables,
  vacuumNewPages,
} from "../../database/queries/maintenance/unvacuumed-tables.ts";
import type { CsvTable, RowWriter, SinkCounts, TableColumns } from "../csv/csv-table.ts";

/** The counts of a file that the metrics add up. */
export interface StoredCounts extends SinkCounts {
  readonly rows: number;
  readonly rejected: number;
  readonly readAsUtc: number;
}

/** The end of the pipeline of a file. The sinks differ in what stays when `work` fails. */
export interface Sink<Row> {
  /** Calls `work` with a collector of the rows of these sensors, and returns its counts. */
  run<Counts extends StoredCounts>(
    sensorNos: readonly number[],
    work: (rows: RowCollector<Row>) => Promise<Counts>,
  ): Promise<Counts>;
  /** The number of rows that stay after a failure. */
  rowsStored(): number;
  readonly isTrial: boolean;
}

/** Counts rows, and stores none. */
export function createTrialSink<Row>(trial: RowWriter<Row>, table: CsvTable<Row>): Sink<Row> {
  return {
    run: (_, work) => work(createRowCollector(table, trial)),
    rowsStored: () => 0,
    isTrial: true,
  };
}

/** Stores a file as a whole or not at all. */
export function createTransactionSink<Row>(
  db: OperatorDatabase,
  table: CsvTable<Row>,
  lock: LockMode,
): Sink<Row> {
  return {
    run: (sensorNos, work) =>
      db.transaction(async (transaction) => {
        await lockImport(transaction, table.name, sensorNos, lock);
        const counts = await work(createRowCollector(table, table.createWriter(transaction, db)));
        await addCounts(transaction, table.name, counts);
        return counts;
      }),
    rowsStored: () => 0,
    isTrial: false,
  };
}

/** Rows of a step. A statement of a request waits for one transaction at most. */
export const rowsPerStep = 500;

/** Fewer new rows do not change the planner's choice. */
export const analyzedFrom = 1000;

const stepsPerVacuum = 16;

/** Stores a file in steps, each a transaction: the embedded database has one session (decision 014). */
export function createStepSink<Row>(db: OperatorDatabase, table: CsvTable<Row>): Sink<Row> {
  const vacuumed = new Set<string>();
  let [steps, stored, changed] = [0, 0, 0];

  /** A failed vacuum does not fail the import, whose rows are stored. */
  const vacuumTables = async () => {
    for (const name of await selectUnvacuumedTables(db, table.name).catch(() => [])) {
      await vacuumNewPages(db, name).catch(() => undefined);
      vacuumed.add(name);
    }
  };
  const stepWriter: RowWriter<Row> = {
    async write(rows) {
      const written = await db.transaction(async (transaction) => {
        const writer = table.createWriter(transaction, transaction);
        const counts = await writer.write(rows);
        await writer.finish();
        const { inserted, updated, unchanged } = counts;
        const results = { inserted, updated, unchanged };
        await addImportCounts(transaction, table.name, results, Date.now() as Instant);
        return counts;
      });
      stored += rows.length;
      changed += written.inserted + written.updated;
      steps += 1;
      if (steps % stepsPerVacuum === 0) await vacuumTables();
      return written;
    },
    async finish() {
      if (changed < analyzedFrom) return;
      await vacuumTables();
      for (const name of vacuumed) await analyzeFewRows(db, name).catch(() => undefined);
    },
  };
  return {
    async run(_, work) {
      const counts = await work(createRowCollector(table, stepWriter, rowsPerStep));
      // Each step has counted its rows, but not rows that repeat others.
      const unchanged = counts.inserted + counts.updated + counts.unchanged - stored;
      await addCounts(db, table.name, { ...counts, inserted: 0, updated: 0, unchanged });
      return counts;
    },
    rowsStored: () => stored,
    isTrial: false,
  };
}

function addCounts(
  db: Queryable,
  kind: TableColumns["name"],
  { inserted, updated, unchanged, rejected, readAsUtc }: StoredCounts,
): Promise<void> {
  // The moment of this count is that of its last row.
  const inUtc = readAsUtc === 0 ? {} : { [readAsUtcResult]: readAsUtc };
  const results = { inserted, updated, unchanged, rejected, ...inUtc };
  return addImportCounts(db, kind, results, Date.now() as Instant);
}

/** Collects rows for statements of so many, and counts each row. */
export function createRowCollector<Row>(
  { identityOf, contentOf }: CsvTable<Row>,
  writer: RowWriter<Row>,
  rowsPerStatement = 5000,
): RowCollector<Row> {
  const total = { inserted: 0, updated: 0, unchanged: 0, emptiedLevels: 0, excluded: 0 };
  let rows: Row[] = [];
  /** The contents of these rows by identity. */
  const contents = new Map<string, string>();
  let inProgress: Promise<SinkCounts> | null = null;

  const finishStatement = async () => {
    const written = await inProgress;
    inProgress = null;
    if (written === null) return;
    for (const name of Object.keys(total) as (keyof SinkCounts)[]) total[name] += written[name];
  };
  const startStatement = async () => {
    await finishStatement();
    if (rows.length === 0) return;
    // Parsing continues while the database works; `finishStatement` throws where the statement failed.
    inProgress = writer.write(rows);
    inProgress.catch(() => undefined);
    rows = [];
    contents.clear();
  };
  return {
    async add(row) {
      if (identityOf !== null) {
        const [identity, content] = [identityOf(row), contentOf(row)];
        const earlier = contents.get(identity);
        if (earlier === content) {
          total.unchanged += 1;
          return;
        }
        if (earlier !== undefined) await startStatement();
        contents.set(identity, content);
      }
      rows.push(row);
      if (rows.length >= rowsPerStatement) await startStatement();
    },
    async finish() {
      await startStatement();
      await finishStatement();
      await writer.finish();
      return total;
    },
  };
}

export interface RowCollector<Row> {
  add(row: Row): Promise<void>;
  /** Writes the last rows, and returns the counts of all. */
  finish(): Promise<SinkCounts>;
}
