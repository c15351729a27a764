import { type Scope, scopes } from "../auth/scopes.ts";
import type { SandboxKeyPurpose } from "./sandbox.ts";
import { projectIds, sensorIds } from "./sandbox-sites.ts";

/** A key of a sandbox. Without members it has every scope, for every project but that of the other tenant. */
export interface SandboxKey {
  readonly lacks?: Scope;
  readonly projects?: readonly string[];
  readonly sensors?: readonly string[];
  readonly state?: "at its quota" | "expired" | "revoked" | "unknown";
}

const { ofOtherTenant, ...ownProjects } = projectIds;

/** The keys of a sandbox, by purpose. */
export const sandboxKeys: Readonly<Record<SandboxKeyPurpose, SandboxKey>> = {
  all: {},
  withoutProjects: { lacks: "v0:projects:read" },
  withoutData: { lacks: "v0:data:read" },
  withoutEvents: { lacks: "v0:events:read" },
  withoutAudio: { lacks: "v0:audio:read" },
  withoutEmbeddedMap: { lacks: "v0:embedded-map:read" },
  oneSensor: { projects: [projectIds.current], sensors: [sensorIds.withData] },
  ofOtherTenant: { projects: [ofOtherTenant] },
  atQuota: { state: "at its quota" },
  expired: { state: "expired" },
  revoked: { state: "revoked" },
  unknown: { state: "unknown" },
};

/** The request that makes a key. */
export function requestOf(name: SandboxKeyPurpose) {
  const { lacks, projects, sensors } = sandboxKeys[name];
  return {
    name,
    scopes: scopes.filter((scope) => scope !== lacks),
    projects: projects ?? Object.values(ownProjects),
    sensors: sensors ?? null,
  };
}
