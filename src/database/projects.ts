import { type AnyColumn, and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { type ContractPeriod, parseContractConfiguration } from "#domain/contract-period.ts";
import type { AllowList } from "#domain/viewer.ts";
import { projectIsAllowed } from "./allow-list.ts";
import type { Queryable } from "./connect.ts";
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
export function selectAllowedProjects(
  db: Queryable,
  allowList: AllowList,
): Promise<ProjectRecord[]> {
  return selectWhere(db, projectIsAllowed(allowList));
}

/** The allowed projects among `ids`, by id. */
export async function selectProjectsById(
  db: Queryable,
  allowList: AllowList,
  ids: readonly string[],
): Promise<Map<string, ProjectRecord>> {
  if (ids.length === 0) return new Map();
  const found = await selectWhere(
    db,
    and(inArray(projects.id, [...ids]), projectIsAllowed(allowList)),
  );
  return new Map(found.map((project) => [project.id, project]));
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

async function selectWhere(db: Queryable, condition: SQL | undefined): Promise<ProjectRecord[]> {
  const rows = await db
    .select({
      key: projects.key,
      id: projects.id,
      name: projects.name,
      description: projects.description,
      timezone: projects.timezone,
      latitude: projects.latitude,
      longitude: projects.longitude,
      startAt: millisecondsOf(contracts.startAt),
      endAt: millisecondsOf(contracts.endAt),
    })
    .from(projects)
    .leftJoin(contracts, eq(contracts.projectKey, projects.key))
    .where(condition)
    .orderBy(asc(sql`${projects.id} collate "C"`));
  return rows.map(({ latitude, longitude, startAt, endAt, ...project }) => ({
    ...project,
    location: locationOf(latitude, longitude),
    contract: parseContractConfiguration({ startAt, endAt, ...project })?.contract ?? null,
  }));
}

/** Whether any project has been applied. Asked on nobody's behalf: it tells no more than this. */
export async function hasProjects(db: Queryable): Promise<boolean> {
  const rows = await db.select({ key: projects.key }).from(projects).limit(1);
  return rows.length > 0;
}
