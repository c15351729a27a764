import type { Sql } from "postgres";
import type { OperatorDatabase } from "../src/database/client/pool.ts";

/** The number of 8 kB pages that a statement touched. */
export interface Buffers {
  readonly hit: number;
  /** Pages that were not in the cache. */
  readonly read: number;
}

/**
 * The buffers of each statement on `table` that `work` sends, in order. Each statement is sent again under EXPLAIN
 * with the same values.
 */
export async function explainBuffers(
  db: OperatorDatabase,
  table: string,
  work: () => Promise<unknown>,
): Promise<Buffers[]> {
  const { $client } = db;
  const { unsafe } = $client;
  const sent: Parameters<Sql["unsafe"]>[] = [];
  $client.unsafe = ((...statement: Parameters<Sql["unsafe"]>) => {
    sent.push(statement);
    return unsafe(...statement);
  }) as Sql["unsafe"];
  try {
    await work();
  } finally {
    $client.unsafe = unsafe;
  }
  const buffers: Buffers[] = [];
  for (const [text, values] of sent) {
    if (!text.includes(`from "${table}"`)) continue;
    const explain = `explain (analyze, buffers, format json) ${text}`;
    const [row] = await unsafe<ExplainRow[]>(explain, values);
    const plan = row?.["QUERY PLAN"][0]?.Plan;
    const read = plan?.["Shared Read Blocks"] ?? 0;
    buffers.push({ hit: plan?.["Shared Hit Blocks"] ?? 0, read });
  }
  return buffers;
}

interface ExplainRow {
  readonly "QUERY PLAN": readonly {
    readonly Plan: Readonly<Record<"Shared Hit Blocks" | "Shared Read Blocks", number>>;
  }[];
}
