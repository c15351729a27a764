import { type DocumentNode, GraphQLError, parse } from "graphql";
import { bounds } from "./bounds.ts";

/**
 * Parses a text. Throws a `GraphQLError` if it is not a document, or exceeds the bounds of lines and tokens.
 *
 * graphql-js searches the text of the source for the line of each node of each error. The source of the document is
 * therefore empty: `textOf` has the text, and the tokens of the nodes have their lines (`present-error.ts`).
 */
export function parseDocument(text: string): DocumentNode {
  if (countLines(text) > bounds.lines) {
    const most = bounds.lines.toLocaleString("en");
    throw new GraphQLError(`A document may have at most ${most} lines.`);
  }
  const document = parse(text, { maxTokens: bounds.tokens });
  texts.set(document, text);
  if (document.loc !== undefined) document.loc.source.body = "";
  return document;
}

/** The text from which `parseDocument` made the document. */
export function textOf(document: DocumentNode): string {
  const text = texts.get(document);
  if (text === undefined) throw new TypeError("the document was not made by parseDocument");
  return text;
}

const texts = new WeakMap<DocumentNode, string>();

function countLines(text: string): number {
  return 1 + (text.match(/\r\n|[\n\r]/g)?.length ?? 0);
}
