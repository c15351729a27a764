import { readFile } from "node:fs/promises";
import { expect, test } from "../../support/expect.ts";
import { boundsOf } from "../../../src/dashboard/browser/graphql/bounds.ts";
import { bounds } from "../../../src/graphql/bounds.ts";

test("the page reads the bounds of a request where the schema names them", async () => {
  const { records, trustedValues } = bounds;
  expect(boundsOf(await readFile("schema.graphql", "utf8"))).toEqual({ records, trustedValues });
  expect(() => boundsOf("type Query { a: Int }")).toThrow("the schema names no bound records");
});
