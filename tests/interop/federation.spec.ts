import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { composeServices } from "@apollo/composition";
import { createGatewayRuntime } from "@graphql-hive/gateway-runtime";
import * as http from "@graphql-mesh/transport-http";
import { parse } from "graphql";
import { createSchema } from "../../src/graphql/schema.ts";
import { packageFile } from "../../src/system/package-files.ts";
import { readBlocks } from "../support/page-blocks.ts";
import { staticCost } from "../support/static-cost.ts";
import { expect, test as base } from "../support/test.ts";

const programs = (await readBlocks("docs/graphql.md")).filter(
  ({ section }) => section === "In a federated graph",
);

interface Answer {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string; readonly extensions?: object }[];
  readonly extensions?: { readonly cost: { readonly estimated: number; readonly max: number } };
}

/** The most that the router lets through: as many records as one request may read. */
const maxCost = 100_000;

const test = base.extend<
  {
    /** Sends a document to a router in front of the gateway that enforces a cost. */
    ask: (query: string, key: string) => Promise<Answer>;
  },
  {
    /** The graph that the program of the page and Apollo's composition make of the schema. */
    supergraph: string;
  }
>({
  supergraph: [
    async ({ gateway }, use) => {
      const folder = await mkdtemp(join(tmpdir(), "acoustic-federation-"));
      try {
        const [program] = programs;
        if (program?.file == null) throw new Error("the page has no program");
        await symlink(packageFile("node_modules"), join(folder, "node_modules"));
        await writeFile(join(folder, program.file), program.text);
        const env = { ...process.env, INTERNAL: gateway.internalUrl };
        await promisify(execFile)(process.execPath, [program.file], { cwd: folder, env });
        const typeDefs = parse(await readFile(join(folder, "subgraph.graphql"), "utf8"));
        const url = `${gateway.internalUrl}/graphql`;
        const composed = composeServices([{ name: "acoustic", url, typeDefs }]);
        expect(composed.errors).toBeUndefined();
        await use(composed.supergraphSdl ?? "");
      } finally {
        await rm(folder, { recursive: true });
      }
    },
    { scope: "worker" },
  ],
  ask: async ({ supergraph }, use) => {
    const router = createGatewayRuntime({
      supergraph,
      transports: { http },
      demandControl: { maxCost, includeExtensionMetadata: true },
      propagateHeaders: {
        fromClientToSubgraphs: ({ request }) => ({
          "svc-api-key": request.headers.get("svc-api-key") ?? "",
        }),
      },
      logging: false,
    });
    await use(async (query, key) => {
      const response = await router.fetch("http://localhost/graphql", {
        method: "POST",
        headers: { "content-type": "application/json", "svc-api-key": `Bearer ${key}` },
        body: JSON.stringify({ query }),
      });
      return (await response.json()) as Answer;
    });
    await router[Symbol.asyncDispose]();
  },
});

const range = `startAt: "2019-03-10", endAt: "2019-03-11"`;

test("the page has one program that makes a subgraph", () => {
  expect(programs.map(({ language, file }) => [language, file])).toEqual([["js", "subgraph.mjs"]]);
});

test("the supergraph has the weights and the sizes of lists of the schema", ({ supergraph }) => {
  expect(supergraph.match(/@cost\(weight: \d+\)/g)?.length).toBeGreaterThan(15);
  expect(supergraph).toMatch(/aggregates\([^]+?\): AggregatePage [^\n]*@cost\(weight: 55000\)/);
  expect(supergraph).toMatch(
    /measurements\([^]+?\): MeasurementsPage [^\n]*@listSize\([^)]*slicingArguments: \["limit"\]/,
  );
});

test("a router with a limit of cost answers what is within it, as the gateway itself does", async ({
  ask,
  tenantOf,
  graphql,
}) => {
  const tenant = await tenantOf({ sensors: 2 });
  const second = Date.parse("2019-03-10T12:00:00Z") / 1000;
  await tenant.addSamples([{ second, LAeq: 61.25 }]);
  const query = `{ project(id: "${tenant.projectId}") { sensors { id
    latest { datetime Leq limit }
    measurements(${range}, limit: 10) { data { id LAeq } pageInfo { hasNextPage endCursor } } } } }`;
  const { data, errors, extensions } = await ask(query, tenant.key);
  expect(errors).toBeUndefined();
  expect({ data }).toEqual(await (await graphql(query, { key: tenant.key })).json());
  expect(JSON.stringify(data)).toContain("61.25");
  // A router may add what a field and its type weigh.
  const cost = staticCost(createSchema(), parse(query));
  expect(extensions?.cost.estimated).toBeGreaterThanOrEqual(cost);
  expect(cost).toBe(1 + 50 * (1 + 1 + 1 + 10 + 1));
});

test("a router refuses what is beyond its limit before anything is read", async ({
  ask,
  tenantOf,
  database,
}) => {
  const tenant = await tenantOf();
  for (const field of [
    `measurements(${range}, limit: 2000) { data { id } }`,
    `series(${range}) { buckets { Leq } }`,
  ]) {
    const query = `{ project(id: "${tenant.projectId}") { sensors { ${field} } } }`;
    const statements = await database.statementsOf(async () => {
      const { data, errors } = await ask(query, tenant.key);
      expect(data).toEqual({ project: null });
      expect(errors).toMatchObject([{ extensions: { code: "COST_ESTIMATED_TOO_EXPENSIVE" } }]);
    });
    expect(statements).toEqual([]);
  }
});
