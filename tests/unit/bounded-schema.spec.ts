import assert from "node:assert/strict";
import { buildSchema, type ExecutionResult } from "graphql";
import {
  type CountedContext,
  createRequestCounter,
  type RequestCounter,
  withinBounds,
} from "../../src/graphql/bounded-schema.ts";
import {
  compileDocument,
  interpretDocument,
  type PrepareDocument,
} from "../../src/graphql/execute.ts";
import { parseDocument } from "../../src/graphql/parse-document.ts";
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
  readonly counter: RequestCounter;
  /** Calls of the resolver of `more`. */
  readonly calls: number;
}

/** A schema with a box of so many items. */
function schemaOf(count: number, more: () => unknown) {
  const schema = buildSchema(text);
  const items = Array.from({ length: count }, (_, index) => ({ id: index, name: "n" }));
  const fieldOf = (type: string, name: string) => {
    const found = schema.getType(type);
    assert(found !== undefined && "getFields" in found);
    return found.getFields()[name];
  };
  Object.assign(fieldOf("Query", "box") ?? {}, { resolve: () => ({ items, rules: items }) });
  Object.assign(fieldOf("Item", "more") ?? {}, { resolve: more });
  return withinBounds(schema);
}

/** Executes a document on a box of so many items. */
async function run(
  prepare: PrepareDocument,
  query: string,
  count: number,
  more: () => unknown = () => null,
): Promise<Run> {
  let calls = 0;
  const schema = schemaOf(count, async () => {
    calls += 1;
    return more();
  });
  const prepared = prepare(schema, parseDocument(query), null);
  const counter = createRequestCounter(new AbortController().signal, prepared.isCompiled);
  const result = await prepared.execute({}, { counter } as unknown as CountedContext);
  return { result, counter, calls };
}

const refusedBecause = ({ counter }: Run) => {
  try {
    counter.requireNotRefused();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
};

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

const fields = Array.from({ length: 49 }, (_, index) => `f${index}: name`).join(" ");

for (const [name, prepare, most] of [
  ["compiled", compileDocument, 250_000],
  ["interpreted", interpretDocument, 50_000],
] as const) {
  const beyond = `at most ${most.toLocaleString("en")} values`;

  test(`${name}, a list costs the items that it has, wherever a fragment selects it`, async () => {
    const query = `{ a: box { ...F } b: box { ...F items { ${fields} } } } fragment F on Box { items { id } }`;
    // One list of one field and one of fifty.
    const items = Math.floor(most / 51);
    expect(refusedBecause(await run(prepare, query, items))).toBeNull();
    expect(refusedBecause(await run(prepare, query, items + 1))).toContain(beyond);
  });

  test(`${name}, a list with an assumed size costs the items beyond it`, async () => {
    const query = `{ box { rules { ${fields} } } }`;
    const items = 10 + Math.floor(most / 49);
    expect(refusedBecause(await run(prepare, query, items))).toBeNull();
    expect(refusedBecause(await run(prepare, query, items + 1))).toContain(beyond);
  });

  test(`${name}, fields that are read count ten before the first of them is read`, async () => {
    const query = "{ box { items { a: more { id } b: more { id } } } }";
    const items = Math.floor(most / 22);
    expect((await run(prepare, query, items)).calls).toBe(2 * items);
    const refused = await run(prepare, query, items + 1);
    expect(refusedBecause(refused)).toContain(beyond);
    expect(refused.calls).toBe(0);
  });

  test(`${name}, thousands of fields share one error once a hundred have failed`, async () => {
    const query = "{ box { items { a: more { id } b: more { id } } } }";
    const failing = await run(prepare, query, 2000, () => Promise.reject(new Error("no")));
    expect(refusedBecause(failing)).toContain("more than 100 errors");
    // Constructing so many would block the thread.
    expect(new Set(failing.result.errors).size).toBeLessThan(110);
  });

  test(`${name}, an aborted request ends no field, and makes no error for it`, async () => {
    const ending = new AbortController();
    const reading: ((error: Error) => void)[] = [];
    const failed = () => new Promise((_resolve, reject) => reading.push(reject));
    const prepared = prepare(
      schemaOf(2000, failed),
      parseDocument("{ box { items { more { id } } } }"),
      null,
    );
    const counter = createRequestCounter(ending.signal, prepared.isCompiled);
    let hasEnded = false;
    void prepared
      .execute({}, { counter } as unknown as CountedContext)
      .finally(() => (hasEnded = true));
    await nextTurn();
    expect(reading).toHaveLength(2000);
    ending.abort();
    for (const reject of reading) reject(new Error("the statement was ended"));
    for (let turn = 0; turn < 50; turn += 1) await nextTurn();
    // An execution that ends would have an error for each item.
    expect(hasEnded).toBe(false);
  });
}
