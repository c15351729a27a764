import { MapperKind, mapSchema } from "@graphql-tools/utils";
import {
  defaultFieldResolver,
  type ExecutionResult,
  type GraphQLFieldConfig,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from "graphql";
import type { OperationContext } from "../operations/operation-context.ts";
import type { OperationSpans, RequestSpans } from "../system/tracing/tracer.ts";
import { failureOf } from "./present-error.ts";

/**
 * Executes an operation as one of the spans of a request; null: it is not traced. Its name is exported if `hasOwnName`:
 * the document is ours or the operator's. Any other name is a value of a client.
 */
export function inOperationSpan(
  spans: RequestSpans | null,
  { operation: type, name }: OperationDefinitionNode,
  { hasOwnName }: { readonly hasOwnName: boolean },
  run: () => Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  const exportedName = hasOwnName ? (name?.value ?? null) : null;
  return spans === null ? run() : runTimed(spans, type, exportedName, run);
}

async function runTimed(
  spans: RequestSpans,
  type: string,
  name: string | null,
  run: () => Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  spans.operationStarted(type, name);
  const { operation } = spans;
  try {
    const result = await run();
    operation?.ended(failureOf(result.errors));
    return result;
  } catch (error) {
    operation?.ended(failureOf([error]));
    throw error;
  }
}

/** The schema with resolvers that report to the spans of a request when a field of the root begins and is resolved. */
export function traceRootFields(schema: GraphQLSchema): GraphQLSchema {
  return mapSchema(schema, {
    [MapperKind.QUERY_ROOT_FIELD]: (field: Field, name) => {
      const { resolve = defaultFieldResolver } = field;
      const begin: Begin = (spans, key) => spans.fieldStarted(key, name);
      return { ...field, resolve: traceResolver(resolve, begin) };
    },
    [MapperKind.OBJECT_FIELD]: (field: Field) =>
      field.resolve === undefined ? field : { ...field, resolve: traceResolver(field.resolve) },
  });
}

type Field = GraphQLFieldConfig<unknown, OperationContext, Record<string, unknown>>;
type Resolve = NonNullable<Field["resolve"]>;
type Begin = (spans: OperationSpans, key: string) => void;

function traceResolver(resolve: Resolve, begin: Begin = () => undefined): Resolve {
  return (parent, args, context, info) => {
    const operation = context.request.trace?.spans?.operation ?? null;
    if (operation === null) return resolve(parent, args, context, info);
    const key = rootKeyOf(info.path);
    const report = (failure: string | null) => operation.fieldEnded(key, failure);
    begin(operation, key);
    try {
      const value: unknown = resolve(parent, args, context, info);
      if (value instanceof Promise) {
        value.then(
          () => report(null),
          (error: unknown) => report(failureOf([error])),
        );
      } else report(null);
      return value;
    } catch (error) {
      report(failureOf([error]));
      throw error;
    }
  };
}

type Path = Parameters<Resolve>[3]["path"];

/** The response key of the field of the root that a path begins with. */
function rootKeyOf({ key, prev }: Path): string {
  return prev === undefined ? String(key) : rootKeyOf(prev);
}
