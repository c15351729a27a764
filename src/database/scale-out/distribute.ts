import { getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { apiKeyProjects, apiKeys, apiKeySensors, keyRequests } from "../tables/api-keys.ts";
import { audioLeases, audioStore, recordings, unclaimedObjects } from "../tables/recordings.ts";
import { classificationModels, projects, sensors, siteVersions } from "../tables/sites.ts";
import {
  classifications,
  compactPartitions,
  exclusions,
  importCounts,
  lastBackup,
  reportedWeightings,
  samples,
  sensorLatest,
} from "../tables/samples.ts";
import { textArrayLiteral } from "../client/statement.ts";
import type { Queryable } from "../client/pool.ts";
import { selectValue, selectValues } from "../client/select-value.ts";

/** The placement of the rows of each table on Citus. */
export const placements = {
  /** Hashed by the number of the sensor: all rows of a sensor are on one worker, where they can be joined. */
  bySensor: [samples, recordings, classifications, audioLeases, reportedWeightings, exclusions],
  /** Copied to every node, after the tables that they refer to: statements read them on the node of the telemetry. */
  everywhere: [classificationModels, projects, sensors, apiKeys, apiKeyProjects, apiKeySensors],
  /** Only on the coordinator: no statement joins them with telemetry, and no worker is needed to write them. */
  onCoordinator: [
    sensorLatest,
    unclaimedObjects,
    compactPartitions,
    keyRequests,
    audioStore,
    importCounts,
    lastBackup,
    siteVersions,
  ],
} as const satisfies Record<string, readonly PgTable[]>;

/** The names of the tables that were distributed. */
export interface DistributedTables {
  readonly bySensor: readonly string[];
  readonly everywhere: readonly string[];
}

/** True if the database has the extension Citus. */
export function isDistributable(db: Queryable): Promise<boolean> {
  const extension = sql`select from pg_extension where extname = 'citus'`;
  return selectValue(db, sql`select exists (${extension}) as value`);
}

/** The tables that Citus does not distribute yet. The database has the extension Citus. */
export async function selectUndistributed(db: Queryable): Promise<DistributedTables> {
  const missing = (tables: readonly PgTable[], isDistributed: SQL) => {
    const names = textArrayLiteral(tables.map(getTableName));
    const statement = sql`
      select name as value from unnest(${names}::text[]) with ordinality as wanted (name, position)
      where to_regclass(name) is not null and not exists (
        select from pg_dist_partition where logicalrelid = to_regclass(name) and ${isDistributed})
      order by position`;
    return selectValues<string>(db, statement);
  };
  return {
    bySensor: await missing(placements.bySensor, sql`partmethod = 'h'`),
    // Local tables that refer to reference tables are in this catalog, too, with another replication model.
    everywhere: await missing(placements.everywhere, sql`partmethod = 'n' and repmodel = 't'`),
  };
}

/**
 * Distributes tables with their rows. To be called in a transaction. Citus locks the tables that a written row refers
 * to in the order in which they were distributed. Site files are applied in the same order, so that there is no
 * deadlock. With foreign keys, Citus would choose the order itself.
 */
export async function distributeTables(db: Queryable, tables: DistributedTables): Promise<void> {
  const { bySensor, everywhere } = tables;
  // One connection to each worker: rows of one statement must be visible to the next.
  await db.execute(sql`set local citus.multi_shard_modify_mode = 'sequential'`);
  const foreignKeys = await selectForeignKeys(db, [...everywhere, ...bySensor]);
  for (const { table, name } of foreignKeys) {
    await db.execute(sql.raw(`alter table ${table} drop constraint ${name}`));
  }
  for (const name of everywhere) {
    await db.execute(sql`select create_reference_table(${name}::regclass)`);
    await db.execute(sql`select truncate_local_data_after_distributing_table(${name}::regclass)`);
  }
  for (const name of bySensor) {
    const together = await selectDistributedBySensor(db);
    await db.execute(sql`
      select create_distributed_table(${name}::regclass, 'sensor_no', colocate_with => ${together ?? "none"})`);
    await db.execute(sql`select truncate_local_data_after_distributing_table(${name}::regclass)`);
  }
  for (const { table, name, definition } of foreignKeys) {
    await db.execute(sql.raw(`alter table ${table} add constraint ${name} ${definition}`));
  }
}

/** The foreign keys of tables, with quoted names. Those of partitions belong to their parent. */
async function selectForeignKeys(db: Queryable, tables: readonly string[]) {
  return db.execute<{ table: string; name: string; definition: string }>(sql`
    select conrelid::regclass::text as "table", quote_ident(conname) as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and conparentid = 0
      and (conrelid::regclass::text = any (${textArrayLiteral(tables)}::text[])
        or confrelid::regclass::text = any (${textArrayLiteral(tables)}::text[]))
    order by oid`);
}

/** A table of telemetry that is already distributed, or null. */
function selectDistributedBySensor(db: Queryable): Promise<string | null> {
  const names = textArrayLiteral(placements.bySensor.map(getTableName));
  const statement = sql`
    select min(name) as value from unnest(${names}::text[]) name
    join pg_dist_partition on logicalrelid = to_regclass(name) and partmethod = 'h'`;
  return selectValue(db, statement);
}
