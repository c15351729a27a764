import { createYoga, type Plugin } from "graphql-yoga";
import { LRUCache } from "lru-cache";
import type { Viewer } from "#domain/viewer.ts";
import type { Instant } from "#domain/instant.ts";
import type { Log } from "#log.ts";
import { boundDocuments } from "./bound-documents.ts";
import type { RequestContext } from "./context.ts";
import type { Door } from "./door.ts";
import { createCauseLog, type LogCause, presentError, presentResult } from "./present-error.ts";

/** What the listener knows of a request when it hands it over. */
export interface GraphqlRequest {
  readonly viewer: Viewer;
  readonly now: Instant;
  readonly requestId: string;
}

/** GraphQL over HTTP. The key has been checked before; everything else passes the one door. */
export function createGraphqlHandler(door: Door, log: Log) {
  const logCause = createCauseLog(log);
  return createYoga<GraphqlRequest>({
    schema: door.schema,
    graphqlEndpoint: "/graphql",
    graphiql: false,
    landingPage: false,
    batching: false,
    multipart: false,
    maxRequestBodySize: 256 * 1024,
    parserAndValidationCache: {
      documentCache: keepByText(),
      errorCache: keepByText(),
    },
    cors: false,
    logging: false,
    context: ({ viewer, now, requestId }) => ({
      gateway: door.createContext(viewer, now, requestId),
    }),
    maskedErrors: {
      errorMessage: "",
      maskError: (error) => presentError(error, logCause),
    },
    plugins: [boundDocuments(door.schema), throughTheDoor(door, logCause)],
  });
}

function throughTheDoor(
  { schema, prepareDocument }: Door,
  logCause: LogCause,
): Plugin<{ gateway: RequestContext }> {
  return {
    onExecute: ({ setExecuteFn }) =>
      setExecuteFn(async ({ document, variableValues, contextValue, operationName }) => {
        const { gateway } = contextValue;
        const run = prepareDocument(schema, document, operationName ?? null);
        const result = await run(variableValues ?? {}, gateway);
        const refusal = gateway.budget.refusal();
        return refusal === null ? result : { errors: [refusal] };
      }),
    onExecutionResult: ({ result, setResult }) => {
      // Lists and streams of results are never asked for: batching is off, and there are no subscriptions.
      if (result !== undefined && "errors" in result) setResult(presentResult(result, logCause));
    },
  };
}

/**
 * Documents of dashboards repeat; those of a curious visitor make room for them again. The texts are
 * bounded, too: a document may be one long comment.
 */
function keepByText<Value extends object>() {
  return new LRUCache<string, Value>({
    max: 100,
    maxSize: 4_000_000,
    sizeCalculation: (_value, text) => text.length + 1,
  });
}
