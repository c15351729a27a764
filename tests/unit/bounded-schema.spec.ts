import assert from "node:assert/strict";
import { buildSchema, type ExecutionResult } from "graphql";
import { type BoundedContext, withinBounds } from "../../src/graphql/bounds/bounded-schema.ts";
import {
  compileDocument,
  interpretDocument,
  type PrepareDocument,
} from "../../src/graphql/execute.ts";
import { parseDocument } from "../../src/graphql/parse-document.ts";
import {
  createRequestBounds,
  type RequestBounds,
} from "../../src/graphql/bounds/request-bounds.ts";
import { expect, test } from "../support/test.ts";

const text = `
  directive @listSize(assumedSize: Int) on FIELD_DEFINITION
  directive @counted on FIELD_DEFINITION
  type Query { box: Box }
  type Box { items: [Item!]! @listSize(assumedSize: 5) @counted  rules: [Item!]! @listSize(assumedSize: 10) }
  type Item { id: ID  name: String  more: Item }
`;

interface Run {
  readonly result: ExecutionResult;
  readonly bounds: RequestBounds;
  /** Calls of the resolver of `more`. */
  readonly calls: number;
  /** Turns of the event loop that others had meanwhile. */
  readonly turns: number;
}

/** Executes a document on a box of so many items. */
async function run(
  prepare: PrepareDocument,
  query: string,
  count: number,
  more: () => unknown = () => null,
): Promise<Run> {
  const schema = buildSchema(text);
  const items = Array.from({ length: count }, (_, index) => ({ id: index, name: "n" }));
  let calls = 0;
  const fieldOf = (type: string, name: string) => {
    const found = schema.getType(type);
    assert(found !== undefined && "getFields" in found);
    return found.getFields()[name];
  };
  Object.assign(fieldOf("Query", "box") ?? {}, { resolve: () => ({ items, rules: items }) });
  Object.assign(fieldOf("Item", "more") ?? {}, {
    resolve: async () => {
      calls += 1;
      return more();
    },
  });
  const ended = new AbortController();
  const bounds = createRequestBounds(ended.signal);
  const context = { bounds } as unknown as BoundedContext;
  let turns = 0;
  let isDone = false;
  const countTurns = () => {
    turns += 1;
    if (!isDone) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  const result = await prepare(withinBounds(schema), parseDocument(query), null)({}, context);
  isDone = true;
  ended.abort();
  return { result, bounds, calls, turns };
}

const refusedBecause = ({ bounds }: Run) => {
  try {
    bounds.requireNotExceeded();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
};

test("a list costs the items that it has, wherever a fragment selects it", async () => {
  const fields = Array.from({ length: 49 }, (_, index) => `f${index}: name`).join(" ");
  const query = `{ a: box { ...F } b: box { ...F items { ${fields} } } } fragment F on Box { items { id } }`;
  const within = await run(interpretDocument, query, 9800);
  expect(refusedBecause(within)).toBeNull();
  const beyond = await run(interpretDocument, query, 9804);
  expect(refusedBecause(beyond)).toContain("at most 500,000 values");
});

test("a list with an assumed size costs the items beyond it", async () => {
  const fields = Array.from({ length: 49 }, (_, index) => `f${index}: name`).join(" ");
  const query = `{ box { rules { ${fields} } } }`;
  expect(refusedBecause(await run(interpretDocument, query, 10_214))).toBeNull();
  expect(refusedBecause(await run(interpretDocument, query, 10_215))).toContain("500,000");
});

test("the interpreter executes a long list in several turns", async () => {
  const query = "{ box { items { id name } } }";
  const long = await run(interpretDocument, query, 10_000);
  expect(long.result.errors).toBeUndefined();
  expect(long.turns).toBeGreaterThan(9);
  const { items } = (long.result.data ?? {})["box"] as { items: unknown[] };
  expect(items).toHaveLength(10_000);
  expect(items.at(-1)).toEqual({ id: "9999", name: "n" });
});

test("an aborted request makes no error for the items of its long lists", async () => {
  const schema = buildSchema(text);
  const box = schema.getQueryType()?.getFields()["box"];
  const items = Array.from({ length: 10_000 }, (_, index) => ({ id: index }));
  Object.assign(box ?? {}, { resolve: () => ({ items }) });
  const ending = new AbortController();
  const context = { bounds: createRequestBounds(ending.signal) } as unknown as BoundedContext;
  const document = parseDocument("{ box { items { id } } }");
  let hasEnded = false;
  void interpretDocument(
    withinBounds(schema),
    document,
    null,
  )({}, context).finally(() => {
    hasEnded = true;
  });
  ending.abort();
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  // An execution that ends would have an error for each item.
  expect(hasEnded).toBe(false);
});

test("compiled code requires the interpreter where it would block the thread", async () => {
  const query = "{ box { items { id name } } }";
  const short = await run(compileDocument, query, 30_000);
  expect(short.bounds.needsInterpreter).toBe(false);
  expect(refusedBecause(short)).toBeNull();
  const long = await run(compileDocument, query, 30_001);
  expect(long.bounds.needsInterpreter).toBe(true);
});

for (const [name, prepare] of [
  ["compiled", compileDocument],
  ["interpreted", interpretDocument],
] as const) {
  test(`${name}, fields are read in turns, and no more of them once a hundred have failed`, async () => {
    const query = "{ box { items { a: more { id } b: more { id } } } }";
    const failing = await run(prepare, query, 2000, () => Promise.reject(new Error("no")));
    expect(refusedBecause(failing)).toContain("more than 100 errors");
    expect(failing.calls).toBeLessThan(1100);
    // Thousands of fields share one error: constructing so many would block the thread.
    expect(new Set(failing.result.errors).size).toBeLessThan(110);
    const read = await run(prepare, query, 2000);
    expect(refusedBecause(read)).toBeNull();
    expect(read.calls).toBe(4000);
    expect(read.turns).toBeGreaterThan(6);
  });

  test(`${name}, more than 25,000 reads are refused before the first of them`, async () => {
    const query = "{ box { items { a: more { id } b: more { id } } } }";
    const { calls, ...ended } = await run(prepare, query, 12_501);
    expect(refusedBecause({ calls, ...ended })).toContain("at most 25,000 fields");
    expect(calls).toBe(0);
  });
}
