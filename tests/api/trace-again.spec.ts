import type { BoundedContext } from "../../src/graphql/bounds/bounded-schema.ts";
import { compileDocument, type PrepareDocument } from "../../src/graphql/execute.ts";
import { inOrder, treesOf } from "../support/collector.ts";
import { field, operation, request, statement } from "../support/span-shapes.ts";
import { expect, keyOf, test } from "../support/traced-gateway.ts";

/** As if a list had been too long for compiled code. */
const compileInVain: PrepareDocument = (...document) => {
  const run = compileDocument(...document);
  return async (variables, context) => {
    const result = await run(variables, context);
    const { bounds } = context as BoundedContext;
    expect(() => bounds?.requireInterpreter(Infinity, true)).toThrow();
    return result;
  };
};

test("a document that the interpreter executes again has one span of its operation, and one of each field", async ({
  serveTraced,
  tenantOf,
}) => {
  const tenant = await tenantOf();
  const { internalUrl, finish } = await serveTraced({ prepareDocument: compileInVain });
  const query = encodeURIComponent("{ projects { name } }");
  const answer = await fetch(`${internalUrl}/graphql?query=${query}`, { headers: keyOf(tenant) });
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { data: { projects: [{ name: "Project of a test" }] } },
  ]);
  const read = statement("select-projects");
  expect(treesOf(await finish())).toEqual(
    inOrder([
      request("GET", "/graphql", 200, [
        statement("select-api-key"),
        operation(null, [field("projects", [read, read])]),
      ]),
    ]),
  );
});
