import assert from "node:assert/strict";
import { createSchema } from "#graphql/schema.ts";
import { composeDocument } from "#rest/openapi/compose-document.ts";
import { parseQuery } from "#rest/query-parameters.ts";
import { routes } from "#rest/routes/index.ts";
import { expect, test } from "../support/test.ts";

const { paths } = composeDocument(routes, createSchema());
const range = "startAt=2019-03-10&endAt=2019-03-11";

/** The members of the schemas of query parameters. */
interface ValueSchema {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: string | number | boolean;
  readonly enum?: readonly string[];
  readonly pattern?: string;
}

for (const route of routes) {
  const parameters = paths[route.path.replaceAll(/:(\w+)/g, "{$1}")]?.get.parameters ?? [];
  const query = parameters.filter((parameter) => parameter.in === "query");

  test(`${route.name} documents exactly its parameters`, () => {
    expect(query.map(({ name }) => name)).toEqual(Object.keys(route.parameters.shape));
    for (const { name, description } of parameters) assert.ok(description, name);
    const ids = parameters.filter((parameter) => parameter.in === "path");
    expect(ids.map(({ name }) => `:${name}`)).toEqual(route.path.match(/:\w+/g) ?? []);
    // An example would be an id of one site, and tools would send it to every site.
    for (const { name, schema, example } of ids) {
      assert.ok((schema as ValueSchema).pattern, name);
      assert.equal(example, undefined, name);
    }
  });

  for (const { name, schema, required, example } of query) {
    const { minimum, maximum, default: usual, enum: values = [], pattern }: ValueSchema = schema;
    const accepts = (value: string | number | boolean | undefined) => {
      const sent = new URLSearchParams(range);
      sent.delete(name);
      if (value !== undefined) sent.set(name, String(value));
      return parseQuery(route.parameters, sent.toString()).ok;
    };

    test(`${route.name} accepts exactly the documented values of ${name}`, () => {
      for (const value of [minimum, maximum, usual, ...values]) {
        if (value !== undefined) assert.ok(accepts(value), `${name}=${value}`);
      }
      expect(accepts(undefined)).toBe(!required);
      expect(required).toBe(usual === undefined);
      if (pattern !== undefined) expect(example).toMatch(new RegExp(pattern));
      // The maximum of a cursor is the largest safe integer, so there is no value beyond it to test.
      const beyond = maximum === Number.MAX_SAFE_INTEGER ? [] : [(maximum ?? 0) + 1];
      for (const value of [(minimum ?? 0) - 1, ...beyond, "x", "", "tru"]) {
        assert.ok(!accepts(value), `${name}=${value}`);
      }
    });
  }
}
