import { type ExecutionArgs, type ExecutionResult, getOperationAST, GraphQLError } from "graphql";
import { createYoga, type Plugin } from "graphql-yoga";
import { LRUCache } from "lru-cache";
import type { Principal } from "#auth/principal.ts";
import type { Instant } from "#acoustics/time/instant.ts";
import type { Log } from "#log.ts";
import { boundDocuments } from "./bound-documents.ts";
import type { GraphqlContext } from "./context.ts";
import { findCostIssue, sizeOf } from "./document-bounds.ts";
import { costOf } from "./document-cost.ts";
import type { Behalf, Door } from "./gateway.ts";
import type { DocumentSize } from "./execute.ts";
import { createCauseLog, presentError, presentResult } from "./present-error.ts";

/** What the listener knows of a request when it hands it over. */
export interface GraphqlRequest {
  readonly principal: Principal;
  readonly now: Instant;
  readonly behalf: Behalf;
  readonly turns: Turns;
}

/** When the request may do what is bounded. Both reject with `unavailable` where too many do it already. */
export interface Turns {
  /** Resolves to what ends the work; more than once is the same as once. */
  beginWork(size: DocumentSize): Promise<() => void>;
  /** The answer is in memory from then on until its client has read it. */
  beginSending(size: DocumentSize): Promise<void>;
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
    context: ({ principal, now, behalf, turns }): ServerContext => ({
      gateway: door.createContext(principal, now, behalf),
      requestId: behalf.requestId,
      turns,
    }),
    maskedErrors: {
      errorMessage: "",
      maskError: (error) => presentError(error, createCauseLog(log)),
    },
    plugins: [boundDocuments(), throughTheDoor(door, log)],
  });
}

interface ServerContext {
  readonly gateway: GraphqlContext;
  readonly requestId: string;
  readonly turns: Turns;
}

/**
 * Executes documents through the one door, each in its turn. What is refused here has been given no
 * turn; the others have been parsed and validated before, which the bounds of their shape keep cheap.
 */
function throughTheDoor({ schema, prepareDocument }: Door, log: Log): Plugin<ServerContext> {
  const execute = async (
    { document, variableValues, operationName }: ExecutionArgs,
    { gateway, turns }: ServerContext,
  ): Promise<ExecutionResult> => {
    const variables = variableValues ?? {};
    const operation = getOperationAST(document, operationName);
    const cost = operation == null ? 0 : costOf(schema, document, operation, variables);
    const issue = findCostIssue(cost);
    if (issue !== null) return { errors: [new GraphQLError(issue)] };
    const size = sizeOf(cost);
    const endWork = await turns.beginWork(size);
    try {
      const run = prepareDocument(schema, document, operationName ?? null, size);
      const result = await run(variables, gateway);
      const refusal = gateway.budget.refusal();
      if (refusal !== null) throw refusal;
      endWork();
      await turns.beginSending(size);
      return result;
    } finally {
      endWork();
    }
  };
  return {
    onExecute: ({ setExecuteFn }) =>
      setExecuteFn(async (args: ExecutionArgs) => {
        const context = args.contextValue as ServerContext;
        // Here, for the server's own masking comes next, and knows nothing of the request.
        const logCause = createCauseLog(log, context.requestId);
        return execute(args, context).then(
          (result) => presentResult(result, logCause),
          (error: unknown) => presentResult({ errors: [presentError(error, logCause)] }, logCause),
        );
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
