import { expect, test } from "../support/test.ts";

const byIds = `query ($project: ID!, $ids: [ID!]) { project(id: $project) { sensors(ids: $ids) { id name } } }`;

interface Answer {
  readonly data?: { readonly project: { readonly sensors: readonly { readonly id: string }[] } };
  readonly errors?: readonly { readonly message: string }[];
}

test("sensors that are named come by id, each once; null is all of them, and an empty list none", async ({
  tenantOf,
  graphql,
}) => {
  const { key, projectId, sensorIds } = await tenantOf({ sensors: 4 });
  const [first = "", second = "", third = ""] = sensorIds;
  const idsOf = async (ids: readonly string[] | null | undefined) => {
    const answer = await graphql(byIds, { key, variables: { project: projectId, ids } });
    const { data, errors } = (await answer.json()) as Answer;
    expect(errors).toBeUndefined();
    return data?.project.sensors.map(({ id }) => id);
  };
  expect(await idsOf([third, first, second, first])).toEqual([first, second, third]);
  expect(await idsOf([third])).toEqual([third]);
  expect(await idsOf([])).toEqual([]);
  expect(await idsOf(null)).toEqual(sensorIds);
  expect(await idsOf(undefined)).toEqual(sensorIds);
});

test("one name that is not found leaves nothing of the project, and what is beside it", async ({
  tenantOf,
  graphql,
}) => {
  const { key, projectId, sensorIds } = await tenantOf();
  const answer = await graphql(
    `{ viewer { name } project(id: "${projectId}") { name sensors(ids: ["${sensorIds[0]}", "absent"]) { id } } }`,
    { key },
  );
  expect(answer.status()).toBe(200);
  expect(await answer.json()).toMatchObject({
    data: { viewer: { name: "Key of a test" }, project: null },
    errors: [{ path: ["project", "sensors"], extensions: { code: "NOT_FOUND" } }],
  });
});

test("one statement reads the sensors that are named, and no others", async ({
  tenantOf,
  graphql,
  database,
}) => {
  const { key, projectId, sensorIds } = await tenantOf({ sensors: 9 });
  const variables = { project: projectId, ids: sensorIds.slice(0, 8) };
  const statements = await database.statementsOf(async () => {
    expect((await graphql(byIds, { key, variables })).status()).toBe(200);
  });
  expect(statements.filter((text) => text.includes("json_agg"))).toHaveLength(1);
});

test("each sensor that is named takes a record", async ({ tenantOf, graphql }) => {
  const { key, projectId, sensorIds } = await tenantOf();
  // 50 pages of 2,000 records are all that a request may read.
  const pages = Array.from(
    { length: 50 },
    (_, n) =>
      `a${n}: measurements(startAt: "2019-03-10", endAt: "2019-03-11", limit: 2000) { cursor }`,
  ).join(" ");
  const ask = (args: string) =>
    graphql(`{ project(id: "${projectId}") { sensors${args} { ${pages} } } }`, { key });
  expect((await ask("")).status()).toBe(200);
  const refused = await ask(`(ids: ["${sensorIds[0]}"])`);
  expect(refused.status()).toBe(400);
  const { errors = [] } = (await refused.json()) as Answer;
  expect(errors[0]?.message).toContain("A request may read at most 100,000 records");
});
