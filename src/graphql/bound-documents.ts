import { type DocumentNode, GraphQLError, parse, type Source } from "graphql";
import type { Plugin } from "graphql-yoga";
import { documentBounds, findShapeFaults } from "./document-bounds.ts";
import { measureShape } from "./document-shape.ts";

/** Refuses documents of a shape beyond the bounds, each before the work that it would make expensive. */
export function boundDocuments(): Plugin {
  return {
    onParse: ({ setParseFn }) => setParseFn(parseBounded),
    onValidate: ({ params, setResult }) => {
      const faults = findShapeFaults(measureShape(params.documentAST as DocumentNode));
      if (faults.length > 0) setResult(faults.map((fault) => new GraphQLError(fault)));
    },
  };
}

function parseBounded(source: string | Source): DocumentNode {
  return parse(source, { maxTokens: documentBounds.tokens });
}
