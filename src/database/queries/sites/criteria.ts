import { sql } from "drizzle-orm";
import type { Criterion } from "../../../acoustics/assessment/criterion.ts";
import { arrayLiteral } from "../../client/array-literal.ts";
import { type Database, defineStatement } from "../../client/statement.ts";
import { projects } from "../../tables/projects.ts";
import { type Grants, projectIsGranted } from "../keys/grants.ts";

/** The criteria of the projects that the principal may read, in the order of their site files, by project number. */
export async function selectCriteria(
  database: Database,
  grants: Grants,
  projectNos: readonly number[],
): Promise<Map<number, readonly Criterion[]>> {
  if (projectNos.length === 0) return new Map();
  const rows = await criteriaOfProjects(database, { grants, nos: arrayLiteral(projectNos) });
  return new Map(rows.map(({ no, criteria }) => [no, criteria]));
}

const criteriaOfProjects = defineStatement<
  { grants: Grants; nos: string },
  { no: number; criteria: readonly Criterion[] }
>(
  "select-criteria-of-projects",
  (value) => sql`
    select ${projects.projectNo} as no, ${projects.criteria} as criteria
    from ${projects}
    where ${projects.projectNo} = any (${value("nos")}::integer[])
      and ${projectIsGranted(value("grants"))}`,
);
