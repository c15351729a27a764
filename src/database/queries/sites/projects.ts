import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import {
  type ContractPeriod,
  parseContractConfiguration,
} from "../../../acoustics/time/contract-period.ts";
import { type Database, defineStatement, textArrayLiteral } from "../../client/statement.ts";
import type { Queryable } from "../../client/pool.ts";
import { classificationModels, projects } from "../../tables/sites.ts";
import { type Grants, projectIsGranted } from "../keys/grants.ts";

/** A project with its contract, but without its limits. */
export interface ProjectRecord {
  readonly projectNo: number;
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** The text of the site file. It may be an unknown zone. */
  readonly timezone: string;
  readonly location: LocationRecord | null;
  /** Null if the configuration is missing or invalid, for example with an unknown time zone. */
  readonly contract: ContractPeriod | null;
  /** The model whose classifications are served, from a confidence on; null for none. */
  readonly classification: { readonly model: string; readonly minConfidence: number } | null;
}

/** Degrees of WGS 84. */
export interface LocationRecord {
  readonly latitude: number;
  readonly longitude: number;
}

/** The projects that the principal may read, ordered by the bytes of their ids. */
export async function selectAllowedProjects(
  database: Database,
  grants: Grants,
): Promise<ProjectRecord[]> {
  return (await allProjects(database, { grants })).map(projectOf);
}

/** The projects among `ids` that the principal may read, by id. */
export async function selectProjectsById(
  database: Database,
  grants: Grants,
  ids: readonly string[],
): Promise<Map<string, ProjectRecord>> {
  if (ids.length === 0) return new Map();
  const rows = await projectsById(database, { grants, ids: textArrayLiteral(ids) });
  return new Map(rows.map((row) => [row.id, projectOf(row)]));
}

/** A stored instant in milliseconds, or null. An infinite instant is Infinity, which no contract accepts. */
export function millisecondsOf(column: AnyColumn): SQL<number | null> {
  return sql<number | null>`(extract(epoch from ${column}) * 1000)::float8`;
}

/** The location of two stored coordinates; null if one of them is missing. */
export function locationOf(
  latitude: number | null,
  longitude: number | null,
): LocationRecord | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

const allProjects = defineStatement<{ grants: Grants }, ProjectRow>("select-projects", (value) =>
  projectsWhere(projectIsGranted(value("grants"))),
);

const projectsById = defineStatement<{ grants: Grants; ids: string }, ProjectRow>(
  "select-projects-by-id",
  (value) =>
    projectsWhere(sql`${projects.id} = any (${value("ids")}::text[])
    and ${projectIsGranted(value("grants"))}`),
);

type ProjectRow = Omit<ProjectRecord, "location" | "contract" | "classification"> & {
  latitude: number | null;
  longitude: number | null;
  startAt: number | null;
  endAt: number | null;
  model: string | null;
  minConfidence: number;
};

function projectsWhere(condition: SQL): SQL {
  return sql`
    select ${projects.projectNo} as "projectNo", ${projects.id}, ${projects.name}, ${projects.description},
      ${projects.timezone}, ${projects.latitude}, ${projects.longitude},
      ${millisecondsOf(projects.contractStartAt)} as "startAt", ${millisecondsOf(projects.contractEndAt)} as "endAt",
      ${classificationModels.name} as model, ${projects.minConfidence} as "minConfidence"
    from ${projects}
    left join ${classificationModels} on ${classificationModels.modelNo} = ${projects.modelNo}
    where ${condition}
    order by ${projects.id} collate "C"`;
}

function projectOf(row: ProjectRow): ProjectRecord {
  const { latitude, longitude, startAt, endAt, model, minConfidence, ...project } = row;
  const configuration = parseContractConfiguration({ startAt, endAt, ...project });
  return {
    ...project,
    location: locationOf(latitude, longitude),
    contract: configuration.isValid ? configuration.contract : null,
    classification: model === null ? null : { model, minConfidence },
  };
}

/** True if the database has any project. */
export async function hasProjects(db: Queryable): Promise<boolean> {
  const rows = await db.select({ id: projects.id }).from(projects).limit(1);
  return rows.length > 0;
}
