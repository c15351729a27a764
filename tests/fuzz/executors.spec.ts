import assert from "node:assert/strict";
import fc from "fast-check";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import {
  compileDocument,
  interpretDocument,
  type PrepareDocument,
} from "../../src/graphql/execute.ts";
import { createSchema } from "../../src/graphql/schema.ts";
import { startTestGateway } from "../support/gateway.ts";
import { expect } from "../support/test.ts";
import { createClient, type Received } from "./client.ts";
import { type GraphqlDocument, printDocument } from "./graphql-print.ts";
import { selectionsOf } from "./graphql-selections.ts";
import { keyFields, keyUse } from "./key-fields.ts";
import { fuzz } from "./run.ts";
import { test } from "./site.ts";
import { describeTally, tallyOf } from "./tally.ts";

test("a compiled document has the answer and the status of an interpreted one", async ({
  site,
  database,
  databaseConfig,
  audioStore,
}) => {
  const now = Date.now() as Instant;
  const start = (prepareDocument: PrepareDocument) =>
    startTestGateway({
      databaseConfig,
      database,
      store: audioStore,
      clock: () => now,
      prepareDocument,
    });
  const gateways = await Promise.all([start(compileWithinSameBounds), start(interpretDocument)]);
  const clients = gateways.map(({ internalUrl }) =>
    createClient(internalUrl, databaseConfig.statementTimeoutMilliseconds + 2000),
  );
  const query = createSchema().getQueryType();
  assert(query);
  const cases = fc.record({
    document: selectionsOf(query, 5, site).map(printDocument).chain(withNulls),
    key: keyUse(site),
  });
  const tally = tallyOf<string>();
  try {
    await fuzz({ share: 0.1, parallel: 2 }, cases, async ({ document, key }) => {
      const sent = {
        method: "POST",
        target: "/graphql",
        fields: [["Content-Type", "application/json"] as const, ...keyFields(site, key)],
        body: JSON.stringify(document),
      };
      const [compiled, interpreted] = await Promise.all(
        clients.map(async (client) => comparable(await client.send(sent))),
      );
      assert.deepEqual(compiled, interpreted);
      tally.add(String(compiled?.status));
      if (compiled?.errors.length !== 0) tally.add("with errors");
    });
  } finally {
    for (const client of clients) client.close();
    await Promise.all(gateways.map((each) => each.stop()));
  }
  console.log(`executors: ${describeTally(tally)}`);
  expect(tally.of("200"), "answered documents").toBeGreaterThan(0);
  expect(tally.of("with errors"), "answers with errors").toBeGreaterThan(0);
});

/** Compiled code may answer with more values than graphql-js: it has the same bound here. */
const compileWithinSameBounds: PrepareDocument = (schema, document, operationName) => ({
  ...compileDocument(schema, document, operationName),
  isCompiled: false,
});

/** The document with some of its variables declared as ones that may be null, and null. */
function withNulls(document: GraphqlDocument): fc.Arbitrary<GraphqlDocument> {
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant(document) },
    {
      weight: 1,
      arbitrary: fc.subarray(Object.keys(document.variables)).map((names) => ({
        query: names.reduce(
          (text, name) => text.replace(new RegExp(`(\\$${name}: [^,)]+?)!([,)])`), "$1$2"),
          document.query,
        ),
        variables: {
          ...document.variables,
          ...Object.fromEntries(names.map((name) => [name, null])),
        },
      })),
    },
  );
}

interface Body {
  readonly data?: unknown;
  readonly errors?: readonly { readonly path?: readonly (string | number)[] }[];
}

/** An answer without what no two answers have in common: ids of leases, and the order in which fields fail. */
function comparable({ status, body }: Received) {
  const text = body.toString().replaceAll(/(\/api\/v0\/audio\/)[^/"]+/g, "$1lease");
  const { data, errors = [] } = JSON.parse(text) as Body;
  const named = errors.map((error) => {
    const place = nullAbove(error.path ?? [], data);
    return place === null
      ? { name: JSON.stringify(error.path ?? null), error }
      : { name: place, error: "the one error below a null" };
  });
  return {
    status,
    data,
    errors: named
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      .map(({ error }) => error),
  };
}

/**
 * The path of the null above a field. Of two fields that may not be null, the one that fails first makes the value
 * around them null, and is listed: which one that is depends on the database.
 */
function nullAbove(path: readonly (string | number)[], data: unknown): string | null {
  const nulls = path.map((_, index) => path.slice(0, index)).filter((above) => above.length > 0);
  const found = nulls.find(
    (above) =>
      above.reduce<unknown>(
        (value, step) => (value as Readonly<Record<string, unknown>> | null)?.[step],
        data,
      ) === null,
  );
  return found === undefined ? null : JSON.stringify(found);
}
