import assert from "node:assert/strict";
import type { OpenApiDocument } from "../../src/rest/openapi/document-types.ts";
import { createDocumentCheck } from "../support/documented.ts";
import { expect } from "../support/test.ts";
import { createClient } from "./client.ts";
import { expectIdKept } from "./request-ids.ts";
import { keyFields } from "./key-fields.ts";
import { expectNothingLeaks } from "../support/leaks.ts";
import { restCases } from "./rest-cases.ts";
import { statusesOf } from "./rest-verdict.ts";
import { fuzz } from "./run.ts";
import { test } from "./site.ts";
import { describeTally, tallyOf } from "./tally.ts";

test("for any request to the public address, the answer conforms to the document", async ({
  site,
  databaseConfig,
  gateway,
}) => {
  const served = await fetch(`${gateway.publicUrl}/openapi.json`);
  const document = (await served.json()) as OpenApiDocument;
  const check = createDocumentCheck(document);
  const client = createClient(
    gateway.publicUrl,
    databaseConfig.statementTimeoutMilliseconds + 2000,
  );
  const tally = tallyOf<number>();
  await fuzz({ share: 0.7, parallel: 4 }, restCases(document, site), async (each) => {
    const { method, target, key, fields, body } = each;
    const sent = { method, target, fields: [...keyFields(site, key), ...fields], body };
    const received = await client.send(sent);
    const { status, headers } = received;
    check({ method, target, status, headers, body: received.body });
    const allowed = statusesOf(document, site, each);
    assert.ok(allowed?.includes(status) ?? true, `is ${status} and not ${allowed?.join(" or ")}`);
    expectIdKept(sent, received);
    if (headers["content-type"]?.includes("json") === true && !target.includes("/openapi.json")) {
      const text = received.body.toString();
      expectNothingLeaks(text);
      if (status >= 500) assert.match(text, /"code":"contract_unavailable"/);
    }
    tally.add(status);
  }).finally(() => client.close());
  console.log(`REST: ${describeTally(tally)}`);
  expect(tally.of(200), "requests that were answered with data").toBeGreaterThan(0);
});
