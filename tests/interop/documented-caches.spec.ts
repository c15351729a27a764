import { runInNewContext } from "node:vm";
import { gql, InMemoryCache, type InMemoryCacheConfig } from "@apollo/client";
import { createSchema } from "../../src/graphql/schema.ts";
import { readBlocks } from "../support/page-blocks.ts";
import { expect, test } from "../support/test.ts";

const [apollo = "", urql = "", relay = "", ...others] = (await readBlocks("docs/graphql.md"))
  .filter(({ section }) => section === "Caches")
  .map(({ text }) => text);

/** The value of an expression of the page. */
function valueOf(block: string, expression: RegExp): unknown {
  return runInNewContext(`(${expression.exec(block)?.[1]})`);
}

/** The options of the cache that the page makes. */
const documentedOptions = () =>
  valueOf(apollo, /new InMemoryCache\(([^]+)\);/) as InMemoryCacheConfig;

const document = gql`
  query Newest(
    $id: ID!
    $projectId: ID!
    $range: Instant!
    $end: Instant!
    $fweighting: FrequencyWeighting!
  ) {
    sensor(projectId: $projectId, id: $id) {
      __typename
      id
      latest(fweighting: $fweighting) {
        __typename
        id
        fweighting
        Leq
        limit
      }
      events(startAt: $range, endAt: $end, fweighting: $fweighting) {
        __typename
        data {
          __typename
          id
          fweighting
          Leq
          over
        }
      }
    }
  }
`;

interface Newest {
  readonly sensor: {
    readonly latest: { readonly Leq: number };
    readonly events: { readonly data: readonly { readonly Leq: number; readonly over: number }[] };
  };
}

for (const [what, options, shown] of [
  ["keys of the page, a cache shows the A-weighted levels again", documentedOptions(), "A"],
  ["keys of their own, a cache shows the C-weighted levels in their place", {}, "C"],
] as const) {
  const title = shown === "A" ? `with the ${what}` : `without ${what}`;
  test(`${title} after the C-weighted ones were requested`, async ({ tenantOf, graphql }) => {
    const contract = { startAt: "2019-03-10", endAt: "2019-03-11" };
    const tenant = await tenantOf({ site: { limits: { default: { A: 60, C: 70 } }, contract } });
    const second = Date.parse("2019-03-10T12:00:00Z") / 1000;
    await tenant.addSamples([{ second, LAeq: 61, LCeq: 75 }]);
    const cache = new InMemoryCache(options);
    const variables = (fweighting: "A" | "C") => ({
      id: tenant.sensorIds[0] ?? "",
      projectId: tenant.projectId,
      range: "2019-03-10",
      end: "2019-03-11",
      fweighting,
    });
    for (const fweighting of ["A", "C"] as const) {
      const asked = { key: tenant.key, variables: variables(fweighting) };
      const answer = await graphql(document.loc?.source.body ?? "", asked);
      const { data } = (await answer.json()) as { data: Newest };
      cache.writeQuery({ query: document, variables: variables(fweighting), data });
    }
    const read = cache.readQuery<Newest>({ query: document, variables: variables("A") });
    expect(read?.sensor.latest.Leq).toBe(shown === "A" ? 61 : 75);
    expect(read?.sensor.events.data).toMatchObject([
      shown === "A" ? { Leq: 61, over: 1 } : { Leq: 75, over: 5 },
    ]);
  });
}

test("every type whose values follow the weighting, and that has an id, has a key in the page", () => {
  const weighted = Object.values(createSchema().getTypeMap())
    .filter((type) => "getInterfaces" in type && "getFields" in type)
    .filter((type) => ["id", "fweighting"].every((name) => name in type.getFields()))
    .map(({ name }) => name);
  const { typePolicies } = documentedOptions();
  expect(Object.keys(typePolicies ?? {}).toSorted()).toEqual(weighted.toSorted());
  for (const { keyFields } of Object.values(typePolicies ?? {})) {
    expect(keyFields).toEqual(["id", "fweighting"]);
  }
});

test("the keys of the page for urql and Relay distinguish weightings, and Relay's also types", () => {
  expect(others).toEqual([]);
  type Kept = { readonly id?: string; readonly fweighting?: string };
  const keyOfSample = valueOf(urql, /keyOfSample = ([^;]+);/) as (of: Kept) => string;
  const getDataID = valueOf(relay, /getDataID = ([^;]+);/) as (of: Kept, type: string) => string;
  const [a, c] = ["A", "C"].map((fweighting) => ({ id: "quay.1552176000", fweighting }));
  const keys = [a, c].map((record) => keyOfSample(record ?? {}));
  expect(new Set(keys).size).toBe(2);
  const ids = ["Sample", "SoundEvent"].flatMap((type) =>
    [a, c].map((one) => getDataID(one ?? {}, type)),
  );
  expect(new Set(ids).size).toBe(4);
  expect(getDataID({}, "PageMeta")).toBeUndefined();
  for (const type of ["Sample", "SoundEvent"]) expect(urql).toContain(`${type}: keyOfSample`);
});
