import assert from "node:assert/strict";
import fc from "fast-check";
import { createSchema } from "../../src/graphql/schema.ts";
import { composeDocument } from "../../src/rest/openapi/compose-document.ts";
import { RequestError } from "../../src/http/requests/request-error.ts";
import { parseQuery } from "../../src/rest/query-parameters.ts";
import { routes } from "../../src/rest/routes/index.ts";
import { conforming, judgeText, type Verdict } from "../fuzz/parameter-texts.ts";
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

  for (const parameter of query) {
    const { name, schema, required, example } = parameter;
    const { minimum, maximum, default: usual, enum: values = [], pattern }: ValueSchema = schema;
    const accepts = (value: string | number | boolean | undefined) => {
      const sent = new URLSearchParams(range);
      sent.delete(name);
      if (value !== undefined) sent.set(name, String(value));
      try {
        parseQuery(route.parameters, sent.toString());
        return true;
      } catch (error) {
        if (error instanceof RequestError) return false;
        throw error;
      }
    };

    test(`${route.name} accepts exactly the documented values of ${name}`, () => {
      for (const value of [minimum, maximum, usual, ...values]) {
        if (value !== undefined) assert.ok(accepts(value), `${name}=${value}`);
      }
      expect(accepts(undefined)).toBe(!required);
      expect(required).toBe(usual === undefined);
      if (pattern !== undefined) expect(example).toMatch(new RegExp(pattern));
      // A cursor has no maximum.
      const beyond = maximum === undefined && minimum !== undefined ? [] : [(maximum ?? 0) + 1];
      for (const value of [(minimum ?? 0) - 1, ...beyond, "x", "", "tru"]) {
        assert.ok(!accepts(value), `${name}=${value}`);
      }
    });

    test(`${route.name} takes a text of ${name} exactly where its schema does`, () => {
      const parser = route.parameters.shape[name];
      assert.ok(parser !== undefined);
      const verdicts = new Set<Verdict>();
      fc.assert(
        fc.property(fc.oneof(conforming(schema), nearly(conforming(schema))), (text) => {
          const verdict = judgeText(parameter, text);
          verdicts.add(verdict);
          if (verdict === "open") return;
          assert.equal(text !== "" && parser.safeParse(text).success, verdict === "taken", text);
        }),
        { numRuns: 2000 },
      );
      expect([...verdicts]).toEqual(expect.arrayContaining(["taken", "refused"]));
    });
  }
}

/** Texts with one character more, less or other than these. */
function nearly(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const character = fc.constantFrom(..."0123456789-+:.TZz \u0663", "");
  return fc.tuple(texts, fc.nat(), fc.nat(1), character).map(([text, place, cut, put]) => {
    const at = place % (text.length + 1);
    return text.slice(0, at) + put + text.slice(at + cut);
  });
}
