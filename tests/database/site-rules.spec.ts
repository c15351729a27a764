import type { Instant } from "../../src/acoustics/time/instant.ts";
import { selectRules } from "../../src/database/queries/sites/site-rules.ts";
import { grantsOf } from "../support/grants.ts";
import { sessionOf } from "../support/session.ts";
import { expect, test } from "../support/test.ts";

const clocks = { name: "n", level: "LAeq", from: "07:00", to: "18:00", over: "window", limit: 65 };

test("the rules of a project are read now and at an instant, and only by keys of the project", async ({
  database,
  tenantOf,
}) => {
  const session = sessionOf(database);
  const tenant = await tenantOf({ site: { criteria: [{ id: "old", ...clocks }] } });
  await tenant.apply({
    criteria: [
      { id: "b", ...clocks },
      { id: "a", ...clocks },
    ],
  });
  await tenant.dateVersions();
  const stranger = await tenantOf();
  const read = async (key: string, text: string | null) => {
    const asOf = text === null ? null : (Date.parse(text) as Instant);
    const search = { projectId: tenant.projectId, asOf };
    const found = (await selectRules(session, grantsOf(key), [search])).get(search);
    return found !== undefined && "criteria" in found ? found.criteria.map(({ id }) => id) : found;
  };
  const knownSince = Date.parse("2001-01-01T00:00:00Z");
  for (const [instant, expected] of [
    [null, ["b", "a"]],
    ["2030-01-01", ["b", "a"]],
    ["2002-01-01", ["b", "a"]],
    ["2001-12-31T23:59:59.999Z", ["old"]],
    ["2000-12-31", expect.objectContaining({ knownSince })],
  ] as const) {
    expect(await read(tenant.key, instant), `${instant}`).toEqual(expected);
    expect(await read(stranger.key, instant), `${instant}`).toBeUndefined();
  }
});
