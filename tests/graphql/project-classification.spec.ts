import { expect, test } from "../support/test.ts";

test("a project names the model whose labels are served, or none", async ({
  tenantOf,
  graphql,
}) => {
  const tenant = await tenantOf({
    site: { classification: { model: "ears", minConfidence: 0.25 } },
  });
  const ask = async () => {
    const query = `{ project(id: "${tenant.projectId}") { classification { model minConfidence } } }`;
    return (await graphql(query, { key: tenant.key })).json();
  };
  expect(await ask()).toEqual({
    data: { project: { classification: { model: "ears", minConfidence: 0.25 } } },
  });
  await tenant.apply({ classification: undefined });
  expect(await ask()).toEqual({ data: { project: { classification: null } } });
});
