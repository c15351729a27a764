import assert from "node:assert/strict";
import { type DocumentNode, Kind, parse, print, TypeInfo, visit, visitWithTypeInfo } from "graphql";
import { listSizeOf } from "../../src/graphql/document-values.ts";
import { createSchema } from "../../src/graphql/schema.ts";
import { startChargedGateway } from "../support/charged-gateway.ts";
import { staticCost } from "../support/static-cost.ts";
import { expect } from "../support/test.ts";
import { printDocument } from "./graphql-print.ts";
import { selectionsOf } from "./graphql-selections.ts";
import { fuzz } from "./run.ts";
import { test } from "./site.ts";
import { describeTally, tallyOf } from "./tally.ts";

const schema = createSchema();

/*
 * The data of the test keeps to the assumed sizes of lists: three sensors, short schedules, a month. A sensor delivers
 * every second, so that a short range has as many samples as a field may read.
 */
test("by @cost and @listSize, a document costs at least the records that it is charged", async ({
  site,
  database,
  databaseConfig,
  audioStore,
}) => {
  const { own } = site;
  await own.apply({ intervalSeconds: 1, criteria });
  await own.addExclusions(
    Array.from({ length: 90 }, (_, hour) => {
      const start = Date.parse("2019-03-09") + hour * 3_600_000;
      return [new Date(start).toISOString(), new Date(start + 60_000).toISOString(), "rain"];
    }),
  );
  const charged = await startChargedGateway({ databaseConfig, database, store: audioStore });
  const query = schema.getQueryType();
  assert(query);
  const tally = tallyOf<string>();
  try {
    const documents = selectionsOf(query, 6, site).map(printDocument);
    // So many that some are cheap and some dear.
    await fuzz({ share: 0.15, parallel: 1 }, documents, async ({ query: text, variables }) => {
      const document = withLists(parse(text));
      const records = await charged.recordsOf(print(document), own.key, variables);
      // A document beyond a bound, or with a wrong variable, is not executed.
      if (records === null) return tally.add("not executed");
      const cost = staticCost(schema, document, variables);
      assert.ok(cost >= records, `costs ${cost} and is charged ${records}:\n${print(document)}`);
      tally.add(records === 0 ? "free" : records < 1000 ? "cheap" : "dear");
    });
  } finally {
    await charged.stop();
  }
  console.log(`static cost: ${describeTally(tally)}`);
  expect(tally.of("cheap"), "documents that were charged less than 1,000").toBeGreaterThan(0);
  expect(tally.of("dear"), "documents that were charged more").toBeGreaterThan(0);
});

const day = { id: "day", name: "Day", level: "LAeq", from: "07:00", to: "19:00", over: "window" };
const criteria = [
  { ...day, limit: 60 },
  { ...day, id: "night", from: "22:00", to: "07:00", over: { block: "PT15M" }, limit: 50 },
];

/** The document with the list of each page selected: without it, a page is charged what no static cost shows. */
function withLists(document: DocumentNode): DocumentNode {
  const types = new TypeInfo(schema);
  return visit(
    document,
    visitWithTypeInfo(types, {
      [Kind.FIELD]: (node) => {
        const field = types.getFieldDef();
        const lists = (field && listSizeOf(schema, field)?.sizedFields) ?? [];
        if (node.selectionSet === undefined || lists.length === 0) return undefined;
        const added = parse(
          `{ ${lists.map((name) => `list_${name}: ${name} { __typename }`).join(" ")} }`,
        );
        const [operation] = added.definitions;
        assert(operation?.kind === Kind.OPERATION_DEFINITION);
        const selections = [...node.selectionSet.selections, ...operation.selectionSet.selections];
        return { ...node, selectionSet: { ...node.selectionSet, selections } };
      },
    }),
  );
}
