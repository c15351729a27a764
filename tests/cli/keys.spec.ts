import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { parseApiKey } from "../../src/auth/api-key.ts";
import type { Run } from "../support/command.ts";
import { expect, jsonOf, refusal, success, test } from "./acoustic.ts";

const listed = async (acoustic: (args: readonly string[]) => Promise<Run>, id: string) => {
  const { keys } = jsonOf(await acoustic(["key", "list", "--json"])) as { keys: { id: string }[] };
  return keys.filter((key) => key.id === id);
};

test("a new key is the only line on standard output, and only its hash is stored", async ({
  acoustic,
  tenantOf,
  database,
}) => {
  const tenant = await tenantOf({ sensors: 2 });
  const run = await acoustic(
    `key create --scope v0:data:read --scope v0:projects:read --scope v0:data:read --name Dashboard --expires-at 2999-01-01T01:00+01:00 --project ${tenant.projectId}`,
  );
  expect(run.code).toBe(0);
  const key = parseApiKey(run.stdout.trimEnd());
  expect(run.stdout).toBe(`${key?.text}\n`);
  expect(run.stderr).not.toContain(key?.text);
  const [row] = await database.db.execute<{ hash: string }>(
    sql`select encode(secret_hash, 'hex') as hash from api_keys where id = ${key?.id}`,
  );
  expect(row?.hash).toBe(
    createHash("sha256")
      .update(key?.text ?? "")
      .digest("hex"),
  );
  expect(await listed(acoustic, key?.id ?? "")).toEqual([
    {
      id: key?.id,
      name: "Dashboard",
      scopes: ["v0:projects:read", "v0:data:read"],
      projects: [tenant.projectId],
      sensors: tenant.sensorIds,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      expiresAt: "2999-01-01T00:00:00.000Z",
      revokedAt: null,
      lastUsedAt: null,
      allSensors: false,
      replacedBy: null,
    },
  ]);
});

test("a key without sensors named may read those that its projects have at the time", async ({
  acoustic,
  tenantOf,
}) => {
  const [one, two] = [await tenantOf({ sensors: 2 }), await tenantOf({ sensors: 1 })];
  const projects = [one.projectId, two.projectId].flatMap((id) => ["--project", id]);
  const create = ["key", "create", "--name", "n", "--scope", "v0:data:read", ...projects];
  const all = parseApiKey((await acoustic(create)).stdout.trimEnd());
  const some = parseApiKey(
    (await acoustic([...create, "--sensor", one.sensorIds[1] ?? ""])).stdout.trimEnd(),
  );
  await one.apply({ sensors: [{ id: `${one.projectId}-late`, name: "Late" }] });
  expect(await listed(acoustic, all?.id ?? "")).toMatchObject([
    { sensors: [...one.sensorIds, ...two.sensorIds].toSorted(), expiresAt: null },
  ]);
  expect(await listed(acoustic, some?.id ?? "")).toMatchObject([{ sensors: [one.sensorIds[1]] }]);
});

test("a key of all sensors reads each one that comes, until it is closed", async ({
  acoustic,
  tenantOf,
  get,
}) => {
  const [one, other] = [await tenantOf({ sensors: 1 }), await tenantOf({ sensors: 1 })];
  const create = `key create --name n --scope v0:projects:read --project ${one.projectId} --all-sensors`;
  const run = await acoustic(create);
  expect(run.stderr).toContain("may read 1 sensor of 1 project, and those that are added later");
  const key = run.stdout.trimEnd();
  const id = parseApiKey(key)?.id ?? "";
  const sensors = async () => {
    const answer = await get(`/api/v0/projects/${one.projectId}`, { key });
    const { data } = (await answer.json()) as { data: { sensors: { id: string }[] } };
    return data.sensors.map((sensor) => sensor.id);
  };
  const add = async (tenant: typeof one, name: string) => {
    await tenant.apply({ sensors: [{ id: `${tenant.projectId}-${name}`, name }] });
    return `${tenant.projectId}-${name}`;
  };
  const late = await add(one, "late");
  await add(other, "late");
  expect(await sensors()).toEqual([...one.sensorIds, late].toSorted());
  const [record] = await listed(acoustic, id);
  expect(record).toMatchObject({ allSensors: true, sensors: [...one.sensorIds, late].toSorted() });

  const removal = ["key", "update", id, "--remove-sensor", late];
  const refused = await acoustic(removal);
  expect(refused).toMatchObject({ code: 2, stdout: "" });
  expect(refused.stderr).toContain("name --no-all-sensors as well");
  const closed = await acoustic([...removal, "--no-all-sensors"]);
  expect(closed.stdout).toContain("allSensors: true → false");
  await add(one, "later");
  expect(await sensors()).toEqual(one.sensorIds);
  await acoustic(["key", "update", id, "--all-sensors"]);
  expect(await sensors()).toEqual([...one.sensorIds, late, `${one.projectId}-later`].toSorted());
  // A rotated key is as open as the one before it.
  const rotated = (await acoustic(["key", "rotate", id])).stdout.trimEnd();
  const last = await add(one, "last");
  expect(await listed(acoustic, parseApiKey(rotated)?.id ?? "")).toMatchObject([
    { allSensors: true, sensors: expect.arrayContaining([last]) },
  ]);
});

test("all issues of a request for a key are reported together", async ({ acoustic, tenantOf }) => {
  const [one, two] = [await tenantOf(), await tenantOf()];
  const run = await acoustic([
    ..."key create --scope v0:data:write --expires-at 2020-01-01".split(" "),
    ..."--project no-such-project --sensor no-such-sensor".split(" "),
    `--name= `,
    `--project=${one.projectId}`,
    `--sensor=${two.sensorIds[0]}`,
  ]);
  expect(run).toEqual(
    refusal(
      "the name is empty",
      'unknown scope "v0:data:write"; there are v0:projects:read, v0:data:read, v0:events:read, v0:audio:read, v0:embedded-map:read',
      "the key would have expired already, at 2020-01-01T00:00:00.000Z",
      'unknown project "no-such-project": `acoustic status` lists all',
      'unknown sensor "no-such-sensor": `acoustic status` lists all',
      `the sensor ${two.sensorIds[0]} is in none of the key's projects`,
    ),
  );
});

test("a key is revoked once, and revoking it again changes nothing", async ({
  acoustic,
  tenantOf,
}) => {
  const id = parseApiKey((await tenantOf()).key)?.id ?? "";
  expect(await acoustic(["key", "revoke", id])).toEqual(
    success(`Key ${id} is revoked, from the very next request on.\n`),
  );
  const first = await listed(acoustic, id);
  expect(await acoustic(["key", "revoke", id])).toEqual(
    success(`Key ${id} was revoked already.\n`),
  );
  expect(await listed(acoustic, id)).toEqual(first);
  expect((await acoustic(["key", "list"])).stdout).toMatch(
    new RegExp(`^${id}  Key of a test .* revoked \\d{4}-`, "m"),
  );
});

test("a name of 200 characters is accepted, of two UTF-16 units each", async ({ acoustic }) => {
  const run = await acoustic(["key", "create", "--name", "\u{1f50a}".repeat(200)]);
  expect(run.stderr).toMatch(/^no scope is named.*\nno project is named.*\n$/);
});
