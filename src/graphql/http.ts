import { createYoga, type Plugin } from "graphql-yoga";
import { LRUCache } from "lru-cache";
import type { Viewer } from "#domain/viewer.ts";
import type { Instant } from "#domain/instant.ts";
import type { Log } from "#log.ts";
import { boundDocuments } from "./bound-documents.ts";
import type { RequestContext } from "./context.ts";
import type { Door } from "./door.ts";
import { createCauseLog, presentError, presentResult } from "./present-error.ts";

/** What the listener knows of a request when it hands it over. */
export interface GraphqlRequest {
  readonly viewer: Viewer;
  readonly now: Instant;
  readonly requestId: string;
}

/** GraphQL over HTTP. The key has been checked before; everything else passes the one door. */
export function createGraphqlHandler(door: Door, log: Log) {
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
      requestId,
    }),
    maskedErrors: {
      errorMessage: "",
      maskError: (error) => presentError(error, createCauseLog(log)),
    },
    plugins: [boundDocuments(door.schema), throughTheDoor(door, log)],
  });
}

function throughTheDoor(
  { schema, prepareDocument }: Door,
  log: Log,
): Plugin<{ gateway: RequestContext; requestId: string }> {
  return {
    onExecute: ({ setExecuteFn }) =>
      setExecuteFn(async ({ document, variableValues, contextValue, operationName }) => {
        const { gateway, requestId } = contextValue;
        const run = prepareDocument(schema, document, operationName ?? null);
        const result = await run(variableValues ?? {}, gateway);
        const refusal = gateway.budget.refusal();
        const presented = refusal === null ? result : { errors: [refusal] };
        // Here, for the server's own masking comes next, and knows nothing of the request.
        return presentResult(presented, createCauseLog(log, { requestId }));
      }),
    // Results of documents that were refused before they were executed come only here. Lists and
    // streams of results are never asked for: batching is off, and there are no subscriptions.
    onExecutionResult: ({ result, setResult }) => {
      if (result !== undefined && "errors" in result) {
        setResult(presentResult(result, createCauseLog(log)));
      }
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
