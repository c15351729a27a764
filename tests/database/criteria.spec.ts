import { selectCriteria } from "../../src/database/queries/sites/criteria.ts";
import { selectProjectsById } from "../../src/database/queries/sites/projects.ts";
import { grantsOf } from "../support/grants.ts";
import { sessionOf } from "../support/session.ts";
import { expect, test } from "../support/test.ts";

const clocks = { name: "n", level: "LAeq", from: "07:00", to: "18:00", over: "window", limit: 65 };

test("the criteria of a project are read in their order, and only by keys of the project", async ({
  database,
  tenantOf,
}) => {
  const session = sessionOf(database);
  const tenant = await tenantOf({
    site: {
      criteria: [
        { id: "b", ...clocks },
        { id: "a", ...clocks },
      ],
    },
  });
  const stranger = await tenantOf();
  const projects = await selectProjectsById(session, grantsOf(tenant.key), [tenant.projectId]);
  const { projectNo = 0 } = projects.get(tenant.projectId) ?? {};
  const read = async (key: string) => {
    const criteria = await selectCriteria(session, grantsOf(key), [projectNo]);
    return criteria.get(projectNo)?.map(({ id }) => id);
  };
  expect(await read(tenant.key)).toEqual(["b", "a"]);
  expect(await read(stranger.key)).toBeUndefined();
});
