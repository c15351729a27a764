import { type DocumentNode, GraphQLError, parse, type Source } from "graphql";
import type { Plugin } from "graphql-yoga";
import { documentBounds, findShapeIssues } from "./document-bounds.ts";
import { measureShape } from "./document-shape.ts";

/** Refuses documents of a shape beyond the bounds, each before the work that it would make expensive. */
export function boundDocuments(): Plugin {
  return {
    onParse: ({ setParseFn }) => setParseFn(parseBounded),
    onValidate: ({ params, setResult }) => {
      const issues = findShapeIssues(measureShape(params.documentAST as DocumentNode));
      if (issues.length > 0) setResult(issues.map((issue) => new GraphQLError(issue)));
    },
  };
}

function parseBounded(source: string | Source): DocumentNode {
  return parse(source, { maxTokens: documentBounds.tokens });
}
