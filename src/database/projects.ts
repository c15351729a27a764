import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { type ContractPeriod, parseContractConfiguration } from "#domain/contract-period.ts";
import type { AllowList } from "#domain/viewer.ts";
import { projectIsAllowed } from "./allow-list.ts";
import { textArrayLiteral } from "./array-literal.ts";
import type { Database, Queryable } from "./connect.ts";
import { defineStatement } from "./statement.ts";
import { contracts } from "./tables/contracts.ts";
import { projects } from "./tables/projects.ts";

/** A project as it is described, without what decides its limits. */
export interface ProjectRecord {
  readonly key: number;
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** As the operator wrote it; it need not be a zone that exists. */
  readonly timezone: string;
  readonly location: LocationRecord | null;
  /** Null where the configuration is missing or invalid, an unknown time zone included. */
  readonly contract: ContractPeriod | null;
}

/** Degrees in WGS 84. */
export interface LocationRecord {
  readonly latitude: number;
  readonly longitude: number;
}

/** The allowed projects, ordered by the bytes of their ids. */
export async function selectAllowedProjects(
  db: Database,
  allowList: AllowList,
): Promise<ProjectRecord[]> {
  return (await allProjects(db, { allowList })).map(projectOf);
}

/** The allowed projects among `ids`, by id. */
export async function selectProjectsById(
  db: Database,
  allowList: AllowList,
  ids: readonly string[],
): Promise<Map<string, ProjectRecord>> {
  if (ids.length === 0) return new Map();
  const rows = await projectsById(db, { allowList, ids: textArrayLiteral(ids) });
  return new Map(rows.map((row) => [row.id, projectOf(row)]));
}

/** A stored instant in milliseconds, or null; an infinite one is no number and no valid bound. */
export function millisecondsOf(column: AnyColumn): SQL<number | null> {
  return sql<number | null>`(extract(epoch from ${column}) * 1000)::float8`;
}

/** Both coordinates, or no location. */
export function locationOf(
  latitude: number | null,
  longitude: number | null,
): LocationRecord | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

const allProjects = defineStatement<{ allowList: AllowList }, ProjectRow>(
  "select-projects",
  (value) => projectsWhere(projectIsAllowed(value("allowList"))),
);

const projectsById = defineStatement<{ allowList: AllowList; ids: string }, ProjectRow>(
  "select-projects-by-id",
  (value) =>
    projectsWhere(sql`${projects.id} = any (${value("ids")}::text[])
    and ${projectIsAllowed(value("allowList"))}`),
);

type ProjectRow = Omit<ProjectRecord, "location" | "contract"> & {
  latitude: number | null;
  longitude: number | null;
  startAt: number | null;
  endAt: number | null;
};

function projectsWhere(condition: SQL): SQL {
  return sql`
    select ${projects.key}, ${projects.id}, ${projects.name}, ${projects.description},
      ${projects.timezone}, ${projects.latitude}, ${projects.longitude},
      ${millisecondsOf(contracts.startAt)} as "startAt", ${millisecondsOf(contracts.endAt)} as "endAt"
    from ${projects}
    left join ${contracts} on ${contracts.projectKey} = ${projects.key}
    where ${condition}
    order by ${projects.id} collate "C"`;
}

function projectOf({ latitude, longitude, startAt, endAt, ...project }: ProjectRow): ProjectRecord {
  return {
    ...project,
    location: locationOf(latitude, longitude),
    contract: parseContractConfiguration({ startAt, endAt, ...project })?.contract ?? null,
  };
}

/** Whether any project has been applied. Asked on nobody's behalf: it tells no more than this. */
export async function hasProjects(db: Queryable): Promise<boolean> {
  const rows = await db.select({ key: projects.key }).from(projects).limit(1);
  return rows.length > 0;
}
