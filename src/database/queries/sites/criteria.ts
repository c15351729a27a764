import { eq, sql } from "drizzle-orm";
import type { Criterion } from "../../../acoustics/assessment/criterion.ts";
import type { Queryable } from "../../client/pool.ts";
import { projects, sensors } from "../../tables/sites.ts";
import { defineLookup, type Grants, projectIsGranted } from "../keys/grants.ts";

type CriteriaRow = { readonly no: number; readonly criteria: string };

/** The criteria of the projects that the principal may read, in the order of their site files, by project number. */
export const selectCriteria = defineLookup<Grants, CriteriaRow, readonly Criterion[]>(
  "select-criteria-of-projects",
  (value) => sql`
    select ${projects.projectNo} as no, ${projects.criteria} as criteria
    from ${projects}
    where ${projects.projectNo} = any (${value("nos")}::integer[])
      and ${projectIsGranted(value("grants"))}`,
  ({ criteria }) => criteriaOf(criteria),
);

/** The criteria of a stored text. Only valid ones are stored. */
export function criteriaOf(stored: string): readonly Criterion[] {
  return JSON.parse(stored) as readonly Criterion[];
}

/**
 * Removes a sensor from the criteria that name it. A criterion that names no other sensor is removed, because without a
 * name it would apply to all sensors. To be called in a transaction that has locked the sites.
 */
export async function removeFromCriteria(db: Queryable, sensorNo: number): Promise<void> {
  const [row] = await db
    .select({ id: sensors.id, projectNo: projects.projectNo, criteria: projects.criteria })
    .from(sensors)
    .innerJoin(projects, eq(projects.projectNo, sensors.projectNo))
    .where(eq(sensors.sensorNo, sensorNo));
  if (row === undefined) return;
  const kept = criteriaOf(row.criteria)
    .map((criterion) => ({
      ...criterion,
      sensors: criterion.sensors?.filter((id) => id !== row.id) ?? null,
    }))
    .filter((criterion) => criterion.sensors?.length !== 0);
  const criteria = JSON.stringify(kept);
  if (criteria === row.criteria) return;
  await db.update(projects).set({ criteria }).where(eq(projects.projectNo, row.projectNo));
}
