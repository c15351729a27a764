import {
  type DocumentNode,
  getOperationAST,
  GraphQLError,
  type GraphQLSchema,
  parse,
  type Source,
} from "graphql";
import type { Plugin } from "graphql-yoga";
import { documentBounds, findCostFault, findShapeFaults } from "./document-bounds.ts";
import { costOf } from "./document-cost.ts";
import { measureShape } from "./document-shape.ts";

/** Refuses documents beyond the bounds, each before the work that it would make expensive. */
export function boundDocuments(schema: GraphQLSchema): Plugin {
  return {
    onParse: ({ setParseFn }) => setParseFn(parseBounded),
    onValidate: ({ params, setResult }) => {
      const faults = findShapeFaults(measureShape(params.documentAST as DocumentNode));
      if (faults.length > 0) setResult(faults.map((fault) => new GraphQLError(fault)));
    },
    onExecute: ({ args, setResultAndStopExecution }) => {
      const operation = getOperationAST(args.document, args.operationName);
      if (operation == null) return;
      const cost = costOf(schema, args.document, operation, args.variableValues ?? {});
      const fault = findCostFault(cost);
      if (fault !== null) setResultAndStopExecution({ errors: [new GraphQLError(fault)] });
    },
  };
}

function parseBounded(source: string | Source): DocumentNode {
  return parse(source, { maxTokens: documentBounds.tokens });
}
