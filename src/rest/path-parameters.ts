import { idPattern, leaseIdPattern, sampleIdPattern } from "#acoustics/ids.ts";

/** The ids that stand in paths: how each is written, and one that is (of the demonstration). */
export const pathParameters = {
  projectId: { pattern: idPattern, example: "demo-lisbon" },
  sensorId: { pattern: idPattern, example: "demo-lisbon-street" },
  leaseId: { pattern: leaseIdPattern, example: "0b9ff6a2-6f4e-4d0f-9b52-3f1f4f6c2d11" },
  recordingId: { pattern: sampleIdPattern, example: "demo-lisbon-street.1552176000" },
} as const;

/** The names behind the colons of a path. */
export type PathParameter<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | PathParameter<`/${Tail}`>
    : Rest
  : never;

/** A path all of whose ids are described above; another cannot be declared. */
export type DocumentedPath<Path extends string> =
  PathParameter<Path> extends keyof typeof pathParameters ? Path : never;
