import { scopes } from "#auth/scopes.ts";
import { expect, test } from "../support/test.ts";

interface Answer {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: { message: string; extensions: Record<string, unknown> }[];
}

const range = `startAt: "2019-03-10", endAt: "2019-03-11"`;

test("without a key nothing is told, not even of the schema", async ({ graphql }) => {
  for (const query of ["{ __typename }", "{ projects { id } }", "{ nonsense", "{ nothing }"]) {
    const response = await graphql(query);
    expect(response.status()).toBe(401);
    expect(response.headers()["www-authenticate"]).toBe('APIKey realm="api/v0"');
    expect(await response.json()).toEqual({
      errors: [
        {
          message: "A valid API key is required in the header `svc-api-key: Bearer <API_KEY>`.",
          extensions: { code: "UNAUTHORIZED" },
        },
      ],
    });
  }
});

test("any valid key may ask for the schema", async ({ tenantOf, graphql }) => {
  const tenant = await tenantOf();
  const key = await tenant.createKey({ scopes: ["v0:embedded-map:read"] });
  const response = await graphql("{ __schema { queryType { name } } }", { key });
  expect(await response.json()).toEqual({ data: { __schema: { queryType: { name: "Query" } } } });
});

/** A query for every way to data, with the scopes it needs; `P` and `S` stand for the ids. */
const queries: [query: string, required: string[]][] = [
  [`{ projects { id } }`, ["v0:projects:read"]],
  [`{ project(id: "P") { id } }`, ["v0:projects:read"]],
  [`{ sensor(projectId: "P", id: "S") { id } }`, ["v0:projects:read"]],
  [
    `{ sensor(projectId: "P", id: "S") { limitTimeline(${range}) { limit } } }`,
    ["v0:projects:read"],
  ],
  [`{ embeddedMap(projectId: "P") { zoom } }`, ["v0:embedded-map:read"]],
  [`{ measurements(projectId: "P", sensorId: "S", ${range}) { cursor } }`, ["v0:data:read"]],
  [
    `{ measurements(projectId: "P", sensorId: "S", ${range}, withAudio: true) { cursor } }`,
    ["v0:data:read", "v0:audio:read"],
  ],
];

for (const [template, required] of queries) {
  test(`${template} needs ${required.join(" and ")}`, async ({ tenantOf, graphql }) => {
    const tenant = await tenantOf();
    const query = fill(template, tenant.projectId, tenant.sensorIds[0] ?? "");
    const enough = await graphql(query, {
      key: await tenant.createKey({ scopes: scopes.filter((s) => required.includes(s)) }),
    });
    expect(((await enough.json()) as Answer).errors).toBeUndefined();
    for (const missing of required) {
      const key = await tenant.createKey({ scopes: scopes.filter((s) => s !== missing) });
      const refused = await graphql(query, { key });
      expect(refused.status()).toBe(403);
      const { errors } = (await refused.json()) as Answer;
      expect(errors?.map(({ extensions }) => extensions)).toEqual([
        {
          code: "FORBIDDEN",
          requiredScopes: missing === "v0:audio:read" ? required : [required[0]],
        },
      ]);
    }
  });

  if (template.includes('"P"')) {
    test(`${template} tells ids of others and absent ids not apart`, async ({
      tenantOf,
      graphql,
    }) => {
      const [tenant, other] = [await tenantOf(), await tenantOf()];
      const [own, others] = [tenant.sensorIds[0] ?? "", other.sensorIds[0] ?? ""];
      const named = [
        fill(template, other.projectId, others),
        fill(template, "absent", "absent"),
        fill(template, "a\\u0000b", "a\\u0000b"),
        fill(template, other.projectId, own),
      ];
      if (template.includes('"S"')) named.push(fill(template, tenant.projectId, others));
      const answers = new Set<string>();
      for (const query of named) {
        const response = await graphql(query, { key: tenant.key });
        expect(response.status()).toBe(200);
        const { data, errors } = (await response.json()) as Answer;
        expect(Object.values(data ?? {})).toEqual([null]);
        answers.add(
          JSON.stringify(errors?.map(({ message, extensions }) => [message, extensions])),
        );
      }
      expect([...answers]).toEqual([
        JSON.stringify([
          [
            "There is no such resource, or the API key is not allowed to read it.",
            { code: "NOT_FOUND" },
          ],
        ]),
      ]);
    });
  }
}

test("a sensor that the key is not allowed is not among its project's", async ({
  tenantOf,
  graphql,
  get,
}) => {
  const tenant = await tenantOf({ sensors: 3 });
  const key = await tenant.createKey({ sensors: tenant.sensorIds.slice(1, 2) });
  const response = await graphql(
    `
      {
        projects {
          sensors {
            id
          }
        }
      }
    `,
    { key },
  );
  expect(await response.json()).toEqual({
    data: { projects: [{ sensors: [{ id: tenant.sensorIds[1] }] }] },
  });
  const rest = await get(tenant.path(), { key });
  expect(((await rest.json()) as { data: { sensors: unknown[] } }).data.sensors).toHaveLength(1);
});

function fill(template: string, projectId: string, sensorId: string): string {
  return template.replaceAll('"P"', `"${projectId}"`).replaceAll('"S"', `"${sensorId}"`);
}
