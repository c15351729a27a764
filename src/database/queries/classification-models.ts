import { inArray } from "drizzle-orm";
import type { Queryable } from "#database/client/pool.ts";
import { classificationModels } from "#database/tables/classification-models.ts";

/** The keys of models by name; a name that is new is written down. */
export async function ensureModels(
  db: Queryable,
  names: readonly string[],
): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  // Sorted, so that two writers of the same names take their locks in the same order.
  const rows = names.toSorted().map((name) => ({ name }));
  await db.insert(classificationModels).values(rows).onConflictDoNothing();
  const models = await db
    .select({ name: classificationModels.name, key: classificationModels.key })
    .from(classificationModels)
    .where(inArray(classificationModels.name, [...names]));
  return new Map(models.map(({ name, key }) => [name, key]));
}
