import type { Instant } from "../../src/acoustics/time/instant.ts";
import { parseApiKey } from "../../src/auth/api-key.ts";
import type { ApiKeyRecord } from "../../src/database/queries/keys/api-keys.ts";
import { type Acoustic, expect, jsonOf, refusal, success, test } from "./acoustic.ts";

const idOf = (key: string) => parseApiKey(key.trim())?.id ?? "no key";

/** The record that `key show --json` prints. */
async function shown(acoustic: Acoustic, id: string): Promise<ApiKeyRecord> {
  const run = await acoustic(["key", "show", id, "--json"]);
  expect(run).toMatchObject({ code: 0, stderr: "" });
  return jsonOf(run) as ApiKeyRecord;
}

test("an update changes grants, scopes, end and name, in force at the next request, and prints old and new", async ({
  acoustic,
  tenantOf,
  get,
}) => {
  const [one, two] = [await tenantOf({ sensors: 2 }), await tenantOf({ sensors: 2 })];
  const [first = "", second = ""] = one.sensorIds;
  const key = await one.createKey({ scopes: ["v0:projects:read"], sensors: [first] });
  const id = idOf(key);
  const status = async (path: string) => (await get(path, { key })).status();
  expect(await status(two.path())).toBe(404);
  expect(await status(one.measurementsPath(0))).toBe(403);
  expect(await status(one.measurementsPath(1))).toBe(403);
  const run = await acoustic(
    `key update --add-scope v0:data:read --expires-at 2999-01-01 --name Other --json ${id}
     --add-project ${two.projectId} --add-sensor ${second} --remove-sensor ${first}`,
  );
  expect({ ...run, stdout: jsonOf(run) }).toEqual({
    code: 0,
    stderr: "",
    stdout: {
      id,
      changes: [
        { path: "name", old: "Key of a test", new: "Other" },
        { path: "scopes", old: ["v0:projects:read"], new: ["v0:projects:read", "v0:data:read"] },
        {
          path: "projects",
          old: [one.projectId],
          new: [one.projectId, two.projectId].toSorted(),
        },
        { path: "sensors", old: [first], new: [second, ...two.sensorIds].toSorted() },
        { path: "expiresAt", old: null, new: "2999-01-01T00:00:00.000Z" },
      ],
    },
  });
  expect(await status(two.path())).toBe(200);
  const range = "?startAt=2019-03-10&endAt=2019-03-11";
  expect(await status(one.measurementsPath(0) + range)).toBe(404);
  expect(await status(one.measurementsPath(1) + range)).toBe(200);

  const back = await acoustic(`key update ${id} --remove-project ${two.projectId} --never-expires`);
  const lines = [
    `${id}: changed, from the very next request on`,
    `  projects: ${JSON.stringify([one.projectId, two.projectId].toSorted())} → ["${one.projectId}"]`,
    `  sensors: ${JSON.stringify([second, ...two.sensorIds].toSorted())} → ["${second}"]`,
    `  expiresAt: "2999-01-01T00:00:00.000Z" → none`,
    "",
  ];
  expect(back).toEqual(success(lines.join("\n")));
  expect(await status(two.path())).toBe(404);
  expect(await acoustic(`key update ${id} --never-expires`)).toEqual(
    success(`${id}: nothing to change\n`),
  );
});

test("a project that a key may read already brings the sensors that are new there", async ({
  acoustic,
  tenantOf,
}) => {
  const tenant = await tenantOf({ sensors: 1 });
  const id = idOf(tenant.key);
  const added = { id: `${tenant.projectId}-new`, name: "New" };
  await tenant.apply({ sensors: [added] });
  expect((await shown(acoustic, id)).sensors).toEqual(tenant.sensorIds);
  await acoustic(["key", "update", id, "--add-project", tenant.projectId]);
  expect((await shown(acoustic, id)).sensors).toEqual([added.id, ...tenant.sensorIds].toSorted());
});

test("an update with any issue changes nothing, and all issues are printed", async ({
  acoustic,
  tenantOf,
}) => {
  const [one, two] = [await tenantOf(), await tenantOf()];
  const id = idOf(await one.createKey({ scopes: ["v0:data:read"] }));
  const before = await shown(acoustic, id);
  const changes = `--expires-at 2020-01-01 --add-scope v0:data:write --remove-scope v0:data:write
    --remove-scope v0:data:read --add-project nowhere --add-sensor ${two.sensorIds[0]} --remove-sensor nothing
    --remove-project ${one.projectId}`;
  const run = await acoustic(["key", "update", id, "--name", " ", ...changes.split(/\s+/)]);
  expect(run).toEqual(
    refusal(
      "the name is empty",
      'the scope "v0:data:write" is both added and removed',
      ...Array.from(
        { length: 2 },
        () =>
          'unknown scope "v0:data:write"; there are v0:projects:read, v0:data:read, v0:events:read, v0:audio:read, v0:embedded-map:read',
      ),
      "no scope would be left: revoke the key instead",
      "the key would have expired already, at 2020-01-01T00:00:00.000Z",
      'unknown project "nowhere": `acoustic status` lists all',
      "no project would be left: revoke the key instead",
      `the sensor ${two.sensorIds[0]} is in none of the key's projects`,
      'unknown sensor "nothing": `acoustic status` lists all',
    ),
  );
  expect(await shown(acoustic, id)).toEqual(before);
});

for (const command of ["update --name n", "rotate", "revoke", "show"]) {
  test(`key ${command} does not print a whole key that is given as an id`, async ({
    acoustic,
    tenant: { key },
  }) => {
    const { code, stdout, stderr } = await acoustic(`key ${command} ${key}`);
    expect(code).toBe(2);
    expect(stdout + stderr).not.toContain(key.slice(5, 30));
  });
}

test("a rotated key has the same grants, and the old one is refused at once", async ({
  acoustic,
  tenantOf,
  get,
}) => {
  const tenant = await tenantOf({ sensors: 2 });
  const id = idOf(tenant.key);
  await acoustic(["key", "update", id, "--expires-at", "12w"]);
  const run = await acoustic(["key", "rotate", id]);
  expect(run.code).toBe(0);
  const fresh = run.stdout.trimEnd();
  expect(run.stdout).toBe(`${fresh}\n`);
  expect(run.stderr).toContain(`Key ${idOf(fresh)} has the grants of ${id}, which is revoked.`);
  const { id: _, createdAt, revokedAt, replacedBy, ...grants } = await shown(acoustic, id);
  expect(replacedBy).toBe(idOf(fresh));
  expect(await shown(acoustic, idOf(fresh))).toEqual({
    ...grants,
    id: idOf(fresh),
    createdAt: revokedAt,
    revokedAt: null,
    replacedBy: null,
  });
  expect(Date.parse(String(grants.expiresAt)) - Date.now()).toBeGreaterThan(83 * 86_400_000);
  expect((await get("/api/v0/projects", { key: fresh })).status()).toBe(200);
  expect((await get("/api/v0/projects", { key: tenant.key })).status()).toBe(401);
  expect(await acoustic(["key", "rotate", id])).toEqual(
    refusal(`the key ${id} was replaced by ${idOf(fresh)}: name that one`),
  );
  expect(createdAt).not.toBe(revokedAt);
});

test("with a grace both keys are answered, and the old one expires after it, or at its own end before", async ({
  acoustic,
  tenantOf,
  get,
}) => {
  const tenant = await tenantOf();
  const id = idOf(tenant.key);
  const run = await acoustic(["key", "rotate", id, "--grace", "7d", "--json"]);
  const answer = jsonOf(run) as ApiKeyRecord & {
    readonly key: string;
    readonly replaces: string;
    readonly oldEndsAt: string;
  };
  expect(answer).toMatchObject({ id: idOf(answer.key), replaces: id, expiresAt: null });
  expect(Date.parse(answer.oldEndsAt) - Date.parse(String(answer.createdAt))).toBe(7 * 86_400_000);
  expect(await shown(acoustic, id)).toMatchObject({ revokedAt: null, expiresAt: answer.oldEndsAt });
  for (const key of [tenant.key, answer.key]) {
    expect((await get("/api/v0/projects", { key })).status()).toBe(200);
  }
  const replaced = refusal(`the key ${id} was replaced by ${answer.id}: name that one`);
  expect(await acoustic(`key rotate ${id} --grace 2w`)).toEqual(replaced);
  expect(await acoustic(`key update ${id} --never-expires`)).toEqual(replaced);
  expect(await shown(acoustic, id)).toMatchObject({ expiresAt: answer.oldEndsAt });
  const own = await tenant.createKey({ expiresAt: (Date.now() + 86_400_000) as Instant });
  await acoustic(["key", "rotate", idOf(own), "--grace", "7d"]);
  expect((await acoustic(["key", "show", idOf(own)])).stdout).toMatch(
    /\n {2}replaced {3}by \w{16}\n/,
  );
});

test("the list is a table, which may have only active keys or those of a project", async ({
  acoustic,
  tenantOf,
}) => {
  const tenant = await tenantOf({ sensors: 2 });
  const [ended, revoked] = [idOf(tenant.key), idOf(await tenant.createKey())];
  const granted = `--scope v0:data:read --scope v0:embedded-map:read --project ${tenant.projectId}`;
  const created = await acoustic(`key create ${granted} --expires-at 30d --name 'Größe 🔊' --json`);
  const { key, ...record } = jsonOf(created) as ApiKeyRecord & { readonly key: string };
  expect(record).toEqual(await shown(acoustic, idOf(key)));
  await acoustic(["key", "rotate", ended, "--grace", "1h"]);
  expect(jsonOf(await acoustic(["key", "revoke", revoked, "--json"]))).toEqual({
    id: revoked,
    result: "revoked",
  });

  const run = await acoustic(["key", "list", "--project", tenant.projectId]);
  const lines = run.stdout.trimEnd().split("\n");
  const [header, ...rows] = lines.map((line) => line.split(/ {2,}/));
  expect(header).toEqual("ID,NAME,SCOPES,PROJECTS,SENSORS,EXPIRES,LAST USED".split(","));
  expect(rows).toHaveLength(4);
  expect(rows.find(([id]) => id === idOf(key))).toEqual([
    idOf(key),
    "Größe 🔊",
    "data,embedded-map",
    tenant.projectId,
    "2",
    expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/),
    "never",
  ]);
  expect(rows.find(([id]) => id === revoked)?.[5]).toMatch(/^revoked \d{4}-/);

  const active = await acoustic(`key list --active --json --project ${tenant.projectId}`);
  const { keys } = jsonOf(active) as { readonly keys: readonly ApiKeyRecord[] };
  const ids = keys.map(({ id }) => id);
  expect(ids).toHaveLength(3);
  expect(ids).toContain(ended);
  expect(ids).not.toContain(revoked);
});
