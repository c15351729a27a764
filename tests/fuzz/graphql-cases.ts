import fc from "fast-check";
import type { GraphQLSchema } from "graphql";
import type { Field, Sent } from "./client.ts";
import { fieldsBeside } from "./fields.ts";
import { breakDocument } from "./graphql-breakage.ts";
import { type GraphqlDocument, printDocument } from "./graphql-print.ts";
import { selectionsOf } from "./graphql-selections.ts";
import { type KeyUse, keyUse } from "./key-fields.ts";
import { escapeText, oddText } from "./odd-texts.ts";
import type { Site } from "./site.ts";

export interface GraphqlCase {
  readonly document: GraphqlDocument;
  readonly key: KeyUse;
  readonly accept: string | null;
  readonly sent: Pick<Sent, "method" | "target" | "body">;
  readonly fields: readonly Field[];
  /** True if the document, its variables and the request that carries them are as they have to be. */
  readonly whole: boolean;
}

/** Documents that fit the schema, and such documents broken somewhere on their way. */
export function graphqlCases(schema: GraphQLSchema, site: Site): fc.Arbitrary<GraphqlCase> {
  const query = schema.getQueryType();
  if (query == null) throw new Error("the schema has no queries");
  const documents = selectionsOf(query, 5, site).map(printDocument);
  const broken = documents.chain(breakDocument);
  const usual = { accept, key: keyUse(site), fields: fieldsBeside([]) };
  return fc.oneof(
    {
      weight: 10,
      arbitrary: fc.record({ ...usual, document: documents, form: form() }).map(carry(true)),
    },
    {
      weight: 4,
      arbitrary: fc.record({ ...usual, document: broken, form: form() }).map(carry(false)),
    },
    {
      weight: 2,
      arbitrary: fc.record({ ...usual, document: documents, form: oddForm }).map(carry(false)),
    },
  );
}

const accept = fc.constantFrom(
  null,
  "application/graphql-response+json",
  "application/json",
  "*/*",
);

type Form = (document: GraphqlDocument) => GraphqlCase["sent"] & { readonly type: string | null };

const json = "application/json";
const post = (body: string, type: string | null = json) => ({
  method: "POST",
  target: "/graphql",
  body,
  type,
});
const get = (query: string) => ({
  method: "GET",
  target: `/graphql?${query}`,
  body: null,
  type: null,
});
const parameters = ({ query, variables }: GraphqlDocument) =>
  `query=${escapeText(query)}&variables=${escapeText(JSON.stringify(variables))}`;

function form(): fc.Arbitrary<Form> {
  return fc.constantFrom<Form[]>(
    (document) => post(JSON.stringify(document)),
    (document) => post(JSON.stringify({ ...document, operationName: "Q" })),
    (document) => get(parameters(document)),
  );
}

const oddForm: fc.Arbitrary<Form> = fc.oneof(
  fc.constantFrom<Form[]>(
    (document) => post(JSON.stringify([document, document])),
    (document) => post(JSON.stringify(document), "text/plain"),
    (document) => post(JSON.stringify(document), "application/json; charset=latin1"),
    (document) => post(JSON.stringify(document), null),
    (document) => post(document.query, "application/graphql"),
    (document) => post(JSON.stringify(document).slice(0, -1)),
    (document) => post(JSON.stringify({ ...document, operationName: "absent" })),
    (document) => post(JSON.stringify({ ...document, extensions: { persistedQuery: {} } })),
    (document) =>
      post(JSON.stringify({ ...document, query: `${document.query}#${"x".repeat(270_000)}` })),
    (document) => ({ ...post(JSON.stringify(document)), method: "PUT" }),
    (document) => ({
      ...post(JSON.stringify(document)),
      target: `/graphql?${parameters(document)}`,
    }),
    (document) => get(`${parameters(document)}&query=x`),
    (document) => get(parameters(document).replaceAll("%", "%2")),
  ),
  oddText.map(
    (text): Form =>
      () =>
        post(text),
  ),
  oddText.map(
    (text): Form =>
      () =>
        post(JSON.stringify({ query: text })),
  ),
  fc.jsonValue().map(
    (value): Form =>
      () =>
        post(JSON.stringify(value)),
  ),
  fc.jsonValue().map(
    (value): Form =>
      ({ query }) =>
        post(JSON.stringify({ query, variables: value })),
  ),
);

function carry(whole: boolean) {
  return (made: Omit<GraphqlCase, "sent" | "whole"> & { readonly form: Form }): GraphqlCase => {
    const { form: write, fields, ...rest } = made;
    const { type, ...sent } = write(rest.document);
    const typed: Field[] = type === null ? [] : [["Content-Type", type]];
    const others = fields.filter(([name]) => !ownFields.has(name));
    return { ...rest, sent, whole, fields: [...typed, ...others] };
  };
}

/** Fields that say how the request itself is to be read: here they are part of the form. */
const ownFields = new Set(["Accept", "Content-Type", "Content-Encoding"]);
