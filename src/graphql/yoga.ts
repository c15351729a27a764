import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  getOperationAST,
  GraphQLError,
  type GraphQLSchema,
} from "graphql";
import { createYoga, type Plugin } from "graphql-yoga";
import { LRUCache } from "lru-cache";
import type { Authenticated } from "../auth/require-api-key.ts";
import type { RequestContext } from "../http/requests/request-context.ts";
import type { Log } from "../log.ts";
import {
  createOperationContext,
  type OperationServices,
  trackStatements,
} from "../operations/operation-context.ts";
import { type CountedContext, createRequestCounter } from "./bounded-schema.ts";
import { findShapeIssues, measureShape } from "./bounds.ts";
import { findVariableErrors } from "./check-variables.ts";
import { valuesOf } from "./document-values.ts";
import type { PrepareDocument } from "./execute.ts";
import { parseDocument } from "./parse-document.ts";
import { createCauseLog, presentError, presentResult } from "./present-error.ts";
import { inOperationSpan } from "./trace-operations.ts";
import { findDocuments, type TrustedDocuments } from "./trusted-documents.ts";

export interface YogaOptions {
  readonly schema: GraphQLSchema;
  readonly services: OperationServices;
  /** Prepares documents of clients. */
  readonly prepareDocument: PrepareDocument;
  /** The only documents that are answered; null: any. */
  readonly trustedDocuments: TrustedDocuments | null;
  readonly log: Log;
}

/** A request whose key has been checked, with a slot of the limiter of requests. */
export interface GraphqlRequest extends Readonly<Pick<Authenticated, "principal">> {
  readonly context: RequestContext;
}

export type YogaHandler = ReturnType<typeof createGraphqlHandler>;

/** Answers GraphQL over HTTP. The API key has been checked before. */
export function createGraphqlHandler(options: YogaOptions) {
  return createYoga<GraphqlRequest>({
    schema: options.schema,
    graphqlEndpoint: "/graphql",
    graphiql: false,
    landingPage: false,
    // Yoga answers every URL that ends with it, and a query of a GET may end with any text that has no space.
    healthCheckEndpoint: " ",
    batching: false,
    extraParamNames: ["documentId"],
    multipart: false,
    // The body has been read, and its length was checked.
    maxRequestBodySize: false,
    parserAndValidationCache: {
      documentCache: createTextCache(),
      errorCache: createTextCache(),
    },
    cors: false,
    logging: false,
    maskedErrors: {
      errorMessage: "",
      maskError: (error) => presentError(error, createCauseLog(options.log)),
    },
    plugins: [
      findDocuments(options.trustedDocuments),
      boundDocuments(),
      executeWithinBounds(options),
    ],
  });
}

/** Refuses a document beyond the bounds before the work that would be expensive: parsing, validation. */
function boundDocuments(): Plugin {
  return {
    onParse: ({ setParseFn }) => setParseFn(parseDocument),
    onValidate: ({ params, setResult }) => {
      const issues = findShapeIssues(measureShape(params.documentAST as DocumentNode));
      if (issues.length > 0) setResult(issues.map((issue) => new GraphQLError(issue)));
    },
  };
}

/** Executes documents within the bounds of values, errors, concurrency and records. */
function executeWithinBounds(options: YogaOptions): Plugin<GraphqlRequest> {
  const { schema, services, prepareDocument, trustedDocuments, log } = options;
  const hasOwnName = trustedDocuments !== null;
  const execute = async (
    { document, variableValues, operationName }: ExecutionArgs,
    { context, principal }: GraphqlRequest,
  ): Promise<ExecutionResult> => {
    const variables = variableValues ?? {};
    const operation = getOperationAST(document, operationName);
    if (operation == null) throw new TypeError("the server looks for the operation before");
    const errors = findVariableErrors(schema, document, operation, variables);
    if (errors.length > 0) return { errors };
    const prepared = prepareDocument(schema, document, operationName ?? null);
    const counter = createRequestCounter(context.signal, prepared.isCompiled);
    counter.countValues(valuesOf(schema, document, operation, variables));
    const tracked = trackStatements(services);
    const operationContext: CountedContext = {
      ...createOperationContext(tracked.services, context, principal),
      counter,
    };
    // The slot belongs to the statements from here on: those of an aborted request go on.
    const { release } = context;
    context.release = () => undefined;
    const executed = inOperationSpan(
      context.trace?.spans ?? null,
      operation,
      { hasOwnName },
      async () => {
        const result = await prepared.execute(variables, operationContext);
        operationContext.budget.requireNotExceeded();
        counter.requireNotRefused();
        return result;
      },
    );
    return Promise.race([executed, untilAborted(context.signal)]).finally(
      () => void tracked.ended().then(release),
    );
  };
  return {
    onExecute: ({ setExecuteFn }) =>
      setExecuteFn(async (args: ExecutionArgs) => {
        const request = args.contextValue as GraphqlRequest;
        // Yoga masks errors later, without the request.
        const logCause = createCauseLog(log, request.context.id);
        return execute(args, request).then(
          (result) => presentResult(result, logCause),
          (error: unknown) => presentResult({ errors: [presentError(error, logCause)] }, logCause),
        );
      }),
    // Handles results of documents that are refused before their execution. There are no lists and streams
    // of results: batching is off, and there are no subscriptions.
    onExecutionResult: ({ result, setResult }) => {
      if (result !== undefined && "errors" in result) {
        setResult(presentResult(result, createCauseLog(log)));
      }
    },
  };
}

/** Rejects when the request is aborted: the fields of its document are left pending then. */
function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
}

/** A cache by document text, bounded in entries and in characters: a text may be one long comment. */
function createTextCache<Value extends object>() {
  return new LRUCache<string, Value>({
    max: 100,
    maxSize: 4_000_000,
    sizeCalculation: (_value, text) => text.length + 1,
  });
}
