import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { parse, validate } from "graphql";
import { createSchema } from "../../src/graphql/schema.ts";
import { packageFile } from "../../src/system/package-files.ts";
import { expect } from "../support/test.ts";
import { createClient, type Field } from "./client.ts";
import { createShapeSchema, expectShape, readAnswer } from "./graphql-answers.ts";
import { graphqlCases } from "./graphql-cases.ts";
import { isOverlong } from "./fields.ts";
import { isLetIn, keyFields } from "./key-fields.ts";
import { expectNothingLeaks } from "../support/leaks.ts";
import { expectIdKept } from "./request-ids.ts";
import { fuzz } from "./run.ts";
import { test } from "./site.ts";
import { describeTally, tallyOf } from "./tally.ts";

test("for any request, the answer is GraphQL over HTTP, and has the requested shape", async ({
  site,
  databaseConfig,
  gateway,
}) => {
  const client = createClient(
    gateway.internalUrl,
    databaseConfig.statementTimeoutMilliseconds + 2000,
  );
  const schema = createShapeSchema(parse(readFileSync(packageFile("schema.graphql"), "utf8")));
  const tally = tallyOf<string>();
  await fuzz({ share: 0.2, parallel: 4 }, graphqlCases(createSchema(), site), async (each) => {
    const { document, key, accept, fields, whole } = each;
    const { query, variables } = document;
    const accepting: Field[] = accept === null ? [] : [["Accept", accept]];
    const sent = { ...each.sent, fields: [...keyFields(site, key), ...accepting, ...fields] };
    const received = await client.send(sent);
    const { status } = received;
    expectIdKept(sent, received);
    expectNothingLeaks(received.body.toString());
    tally.add(String(status));
    // Before the head is whole, every method but GET is refused as one.
    if (isOverlong(fields) || sent.target.length > 14_000) {
      return assert.ok([200, 400, 401, 405, 431].includes(status), `is ${status}`);
    }
    const answer = readAnswer(received);
    const codes = new Set(answer.errors?.map(({ extensions }) => extensions.code));
    for (const code of codes) tally.add(code);
    if (!isLetIn(site, key) && sent.method !== "PUT") return assert.equal(status, 401);
    if (!whole) return;
    const parsed = parse(query);
    assert.deepEqual(validate(schema, parsed), []);
    if (answer.data == null) return assert.ok(answer.errors !== undefined);
    tally.add("with data");
    expectShape(answer.data, { schema, document: parsed, variableValues: variables });
    if (codes.size === 0) assert.equal(status, 200);
  }).finally(() => client.close());
  console.log(`GraphQL: ${describeTally(tally)}`);
  expect(tally.of("with data"), "requests that were answered with data").toBeGreaterThan(0);
});
