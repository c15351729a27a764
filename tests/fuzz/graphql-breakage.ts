import fc from "fast-check";
import type { GraphqlDocument } from "./graphql-print.ts";
import { oddText } from "./odd-texts.ts";

/** A document with something cut, put in, or given the wrong value. */
export function breakDocument(document: GraphqlDocument): fc.Arbitrary<GraphqlDocument> {
  const { query, variables } = document;
  const names = Object.keys(variables);
  const place = fc.nat(query.length);
  const inserted = fc.oneof(
    fc.constantFrom("{", "}", '"', "$x", "...F0", "!", "@skip", "nothing", "\\u", '"""', "#"),
    oddText,
  );
  return fc.oneof(
    place.map((at) => ({ query: query.slice(0, at), variables })),
    fc
      .tuple(place, fc.integer({ min: 1, max: 9 }))
      .map(([at, length]) => ({ query: query.slice(0, at) + query.slice(at + length), variables })),
    fc
      .tuple(place, inserted)
      .map(([at, text]) => ({ query: query.slice(0, at) + text + query.slice(at), variables })),
    fc
      .constantFrom("mutation", "subscription", "fragment")
      .map((word) => ({ query: query.replace("query", word), variables })),
    fc.jsonValue().map((value) => ({
      query,
      variables: Object.fromEntries(names.map((name) => [name, value])),
    })),
    fc.constant({ query, variables: {} }),
  );
}
