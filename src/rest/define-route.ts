import type { GraphQLSchema } from "graphql";
import { idPattern, leaseIdPattern, sampleIdPattern } from "../acoustics/ids.ts";
import type { Scope } from "../auth/scopes.ts";
import { preparePersistedDocument } from "../graphql/execute.ts";
import type { LeasedReference } from "../operations/loaders.ts";
import type { OperationContext } from "../operations/operation-context.ts";
import type { RecordingFile } from "./deliver-recording.ts";
import type { ParameterShape, ParameterValues, QueryParameters } from "./query-parameters.ts";

/** One route of v0. Its checks, its answers, its documentation and its tests are derived from this declaration. */
export type RouteDeclaration<
  Path extends string,
  Shape extends ParameterShape,
  Result,
  Variables,
> = {
  readonly name: string;
  /** The answer of the route, in one sentence of the documentation. */
  readonly summary: string;
  /** The section of the documentation that describes the route. */
  readonly resource: Resource;
  /** Below `/api/v0`, with a colon before each id. */
  readonly path: DocumentedPath<Path>;
  readonly scope: Scope;
  readonly parameters: QueryParameters<Shape>;
  /** True if the values request audio, which also needs `v0:audio:read`. */
  readonly requiresAudio?: (values: ParameterValues<Shape>) => boolean;
  readonly document: PersistedDocument<Result, Variables>;
  /** `scopes` are those of the API key. */
  readonly variables: (
    path: PathValues<Path>,
    values: ParameterValues<Shape>,
    scopes: ReadonlySet<Scope>,
  ) => Variables;
} & (
  | { readonly present: Arrange<Result> }
  | {
      /** The recording that the answer streams, and the ids for opening it. */
      readonly recordingOf: (result: Result) => RecordingFile;
      readonly referenceOf: (path: PathValues<Path>) => LeasedReference;
    }
);

/** The resources of the routes, in the order of the documentation. */
export const resources = ["Projects", "Measurements", "Events", "Audio", "Map"] as const;

export type Resource = (typeof resources)[number];

/** The GraphQL query of a route with the types of its result and its variables; `npm run generate` writes it. */
export interface PersistedDocument<Result, Variables> {
  readonly text: string;
  /** Never set. It only connects the types with the text. */
  readonly __types?: (variables: Variables) => Result;
}

/**
 * Makes the body of a JSON answer: one field of the result, or several under other names. It cannot inspect the fields,
 * so the same function also composes the schema of the body from the schemas of the fields.
 */
export type Arrange<Result> = <Value>(fields: {
  readonly [Name in keyof Result]: Value;
}) => Value | Readonly<Record<string, Value>>;

/** The ids of paths, with the pattern of each. No site has the ids of the examples. */
export const pathParameters = {
  projectId: { pattern: idPattern, maxLength: 64, example: "my-project" },
  sensorId: { pattern: idPattern, maxLength: 64, example: "my-sensor-1" },
  leaseId: {
    pattern: leaseIdPattern,
    maxLength: 36,
    example: "3f0c9a52-6d1e-4b7a-9c84-5e2d10b7f6a3",
  },
  recordingId: { pattern: sampleIdPattern, maxLength: 77, example: "my-sensor-1.1773136800" },
} as const;

/** The names after the colons of a path. */
type PathParameter<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | PathParameter<`/${Tail}`>
    : Rest
  : never;

/** A path with ids of `pathParameters` only. */
export type DocumentedPath<Path extends string> =
  PathParameter<Path> extends keyof typeof pathParameters ? Path : never;

type PathValues<Path extends string> = Readonly<Record<PathParameter<Path>, string>>;

/** A route without its type parameters, so that one list can have all routes. */
export interface Route extends Pick<
  RouteDeclaration<string, ParameterShape, unknown, unknown>,
  "name" | "summary" | "resource" | "scope" | "parameters"
> {
  readonly path: string;
  /** The text of the persisted document. */
  readonly document: string;
  /** Null if the answer is a recording. */
  readonly present: Arrange<Readonly<Record<string, unknown>>> | null;
  requiresAudio(values: ParameterValues<ParameterShape>): boolean;
  /** Prepares the persisted document for the schema. The returned function runs it for one request. */
  prepare(
    schema: GraphQLSchema,
  ): (
    path: Readonly<Record<string, string>>,
    values: ParameterValues<ParameterShape>,
    scopes: ReadonlySet<Scope>,
    context: OperationContext,
  ) => Promise<Answer>;
}

export type Answer =
  | { readonly kind: "json"; readonly body: unknown }
  | {
      readonly kind: "recording";
      readonly recording: RecordingFile;
      readonly reference: LeasedReference;
    };

export function defineRoute<
  const Path extends string,
  Shape extends ParameterShape,
  Result,
  Variables,
>(declaration: RouteDeclaration<Path, Shape, Result, Variables>): Route {
  const { name, summary, resource, path, scope, parameters, requiresAudio, document } = declaration;
  // The matcher passes exactly the ids of the path, and `parseQuery` exactly the values of the shape.
  type Values = ParameterValues<Shape>;
  return {
    name,
    summary,
    resource,
    path,
    scope,
    parameters: parameters as QueryParameters<ParameterShape>,
    document: document.text,
    present: "present" in declaration ? (declaration.present as Route["present"]) : null,
    requiresAudio: (values) => requiresAudio?.(values as Values) ?? false,
    prepare: (schema) => {
      const run = preparePersistedDocument<Result, Variables>(schema, document.text);
      return async (ids, values, scopes, context) => {
        const result = await run(declaration.variables(ids, values as Values, scopes), context);
        if ("present" in declaration) return { kind: "json", body: declaration.present(result) };
        const { recordingOf, referenceOf } = declaration;
        return { kind: "recording", recording: recordingOf(result), reference: referenceOf(ids) };
      };
    },
  };
}
