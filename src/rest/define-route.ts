import type { GraphQLSchema } from "graphql";
import type { Scope } from "#auth/scopes.ts";
import type { GraphqlContext } from "#graphql/context.ts";
import { preparePersistedDocument } from "#graphql/execute.ts";
import type { LeasedReference } from "#operations/open-recording.ts";
import type { RecordingFile } from "./deliver-recording.ts";
import type { PersistedDocument } from "./persisted-document.ts";
import type { DocumentedPath, PathParameter } from "./path-parameters.ts";
import type { ParameterShape, ParameterValues, QueryParameters } from "./query-parameters.ts";

export type PathValues<Path extends string> = Readonly<Record<PathParameter<Path>, string>>;

/**
 * One route of v0, in one place: all that answers, guards, documents and tests it is derived from
 * this declaration.
 */
export type RouteDeclaration<
  Path extends string,
  Shape extends ParameterShape,
  Result,
  Variables,
> = {
  readonly name: string;
  /** What the route answers, in a sentence for the documentation. */
  readonly summary: string;
  /** Below `/api/v0`; ids stand behind colons. */
  readonly path: DocumentedPath<Path>;
  readonly scope: Scope;
  readonly parameters: QueryParameters<Shape>;
  /** Whether the values ask for audio, which needs `v0:audio:read` as well. */
  readonly asksForAudio?: (values: ParameterValues<Shape>) => boolean;
  readonly document: PersistedDocument<Result, Variables>;
  /** The third argument: what the key may do beyond the route's own scope. */
  readonly variables: (
    path: PathValues<Path>,
    values: ParameterValues<Shape>,
    scopes: ReadonlySet<Scope>,
  ) => Variables;
} & Presentation<Path, Result>;

type Presentation<Path extends string, Result> =
  | {
      readonly present: Arrange<Result>;
    }
  | {
      /** The recording that the answer streams, and the ids under which it is opened. */
      readonly recordingOf: (result: Result) => RecordingFile;
      readonly referenceOf: (path: PathValues<Path>) => LeasedReference;
    };

/**
 * The body of a JSON answer: a field of the document, or several under names of their own. It cannot
 * look into the fields, so what it makes of their schemas is the schema of what it makes of their values.
 */
export type Arrange<Result> = <Value>(fields: {
  readonly [Name in keyof Result]: Value;
}) => Value | Readonly<Record<string, Value>>;

/** What a route answers. */
export type Answer =
  | { readonly kind: "json"; readonly body: unknown }
  | {
      readonly kind: "recording";
      readonly recording: RecordingFile;
      readonly reference: LeasedReference;
    };

/** A route whose particular types are closed over, so that routes can stand in one list. */
export interface Route {
  readonly name: string;
  readonly summary: string;
  readonly path: string;
  readonly scope: Scope;
  readonly parameters: QueryParameters<ParameterShape>;
  /** The text of its persisted document. */
  readonly document: string;
  /** Null where the answer is a recording. */
  readonly present: Arrange<Readonly<Record<string, unknown>>> | null;
  asksForAudio(values: ParameterValues<ParameterShape>): boolean;
  /** Prepares the route's document against the schema; what it returns reads one answer's body. */
  prepare(
    schema: GraphQLSchema,
  ): (
    path: Readonly<Record<string, string>>,
    values: ParameterValues<ParameterShape>,
    scopes: ReadonlySet<Scope>,
    context: GraphqlContext,
  ) => Promise<Answer>;
}

export function defineRoute<
  const Path extends string,
  Shape extends ParameterShape,
  Result,
  Variables,
>(declaration: RouteDeclaration<Path, Shape, Result, Variables>): Route {
  const { name, summary, path, scope, parameters, asksForAudio, document } = declaration;
  // The router hands over exactly the names of the path and the values of the shape.
  type Values = ParameterValues<Shape>;
  return {
    name,
    summary,
    path,
    scope,
    parameters: parameters as QueryParameters<ParameterShape>,
    document: document.text,
    present: "present" in declaration ? (declaration.present as Route["present"]) : null,
    asksForAudio: (values) => asksForAudio?.(values as Values) ?? false,
    prepare: (schema) => {
      const run = preparePersistedDocument<Result, Variables>(schema, document.text);
      return async (pathValues, values, scopes, context) => {
        const variables = declaration.variables(pathValues, values as Values, scopes);
        const result = await run(variables, context);
        return "present" in declaration
          ? { kind: "json", body: declaration.present(result) }
          : {
              kind: "recording",
              recording: declaration.recordingOf(result),
              reference: declaration.referenceOf(pathValues),
            };
      };
    },
  };
}
