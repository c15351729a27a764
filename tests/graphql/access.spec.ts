import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { isRequiredArgument } from "graphql";
import type { AudioStore } from "../../src/audio/audio-store.ts";
import { type Scope, scopes as allScopes } from "../../src/auth/scopes.ts";
import type { OperatorDatabase } from "../../src/database/client/pool.ts";
import { apiKeys } from "../../src/database/tables/api-keys.ts";
import { createUnboundedSchema } from "../../src/graphql/schema.ts";
import { oncePerWorker } from "../support/once.ts";
import { addRecording } from "../support/recordings.ts";
import type { Tenant } from "../support/tenant.ts";
import { expect, type TenantOf, test as base } from "../support/test.ts";
import {
  canName,
  type Ids,
  lastName,
  print,
  valueAt,
  type Way,
  waysToResolvers,
} from "./schema-ways.ts";

/*
 * The attack: read a field through a document that skips the check of its scope or its grants. Every field of the
 * schema that has a resolver is queried on every path that leads to it.
 */

/**
 * The scopes that each field checks, in this order; the refusal names the one that is missing. The
 * recording is one of a page of measurements.
 */
const checkedScopes: Readonly<Record<string, readonly Scope[]>> = {
  "Query.projects": ["v0:projects:read"],
  "Query.project": ["v0:projects:read"],
  "Query.sensor": ["v0:projects:read"],
  "Query.measurements": ["v0:data:read"],
  "Query.events": ["v0:events:read"],
  "Query.recording": ["v0:audio:read", "v0:data:read"],
  "Query.embeddedMap": ["v0:embedded-map:read"],
  "Query.viewer": [],
  "Project.contract": [],
  "Project.permit": ["v0:projects:read"],
  "Project.sensors": ["v0:projects:read"],
  "Project.schedule": ["v0:projects:read"],
  "Project.criteria": ["v0:projects:read"],
  "Project.versions": ["v0:projects:read"],
  "Project.events": ["v0:events:read"],
  "Sensor.microphone": ["v0:projects:read"],
  "Sensor.class": ["v0:projects:read"],
  "Sensor.calibrations": ["v0:projects:read"],
  "Sensor.schedule": ["v0:projects:read"],
  "Sensor.limitTimeline": ["v0:projects:read"],
  "Sensor.latest": ["v0:data:read"],
  "Sensor.sample": ["v0:data:read"],
  "Sensor.extent": ["v0:data:read"],
  "Sensor.measurements": ["v0:data:read"],
  "Sensor.events": ["v0:events:read"],
  "Sensor.interval": ["v0:data:read"],
  "Sensor.aggregates": ["v0:data:read"],
  "Sensor.series": ["v0:data:read"],
  "Sensor.indicators": ["v0:data:read"],
  "Sensor.weekProfile": ["v0:data:read"],
  "Sensor.distribution": ["v0:data:read"],
  "Sensor.availability": ["v0:data:read"],
  "Sensor.assessments": ["v0:projects:read", "v0:data:read"],
  "Sensor.episodes": ["v0:events:read"],
  "Sensor.limitAt": ["v0:projects:read"],
  "Sensor.exclusions": ["v0:data:read"],
  "Sample.over": [],
  "Sample.limitExplanation": ["v0:projects:read"],
  "Sample.recording": ["v0:audio:read"],
  "SensorFeatureProperties.latest": ["v0:data:read"],
};

interface Stores {
  readonly db: OperatorDatabase;
  readonly store: AudioStore;
  readonly publicUrl: string;
}

interface KeyAndIds {
  readonly key: string;
  readonly ids: Ids;
}

/** A project with a sample and its recording, another one, and their keys: of one sensor, and of the other. */
type World = Awaited<ReturnType<typeof createWorld>>;

const test = base.extend<{ world: World }>({
  world: async ({ tenantOf, database, audioStore, gateway }, use) => {
    const stores = { db: database.db, store: audioStore, publicUrl: gateway.publicUrl };
    await use(await worldOfWorker({ tenantOf, stores }));
  },
});

const worldOfWorker = oncePerWorker(createWorld);

async function createWorld({ tenantOf, stores }: { tenantOf: TenantOf; stores: Stores }) {
  const described = { microphone: { height: 4 }, class: 1 };
  const site = { permit: { number: "2019/114" } };
  const tenant = await tenantOf({ site, sensors: [described, described] });
  const other = await tenantOf({ site, sensors: [described] });
  const second = Date.parse("2019-03-10T00:00:00Z") / 1000;
  for (const { addSamples, sensorIds } of [tenant, other]) {
    await addSamples([{ second, LAeq: 61 }]);
    await addRecording(stores, sensorIds[0] ?? "", second);
  }
  const keys = new Map<string, Promise<KeyAndIds>>();
  /** A key of these scopes that has a lease from the time when it had them all, and ids that it is granted. */
  const keyWith = (scopes: readonly Scope[]) => {
    const name = scopes.toSorted().join(" ");
    const key = keys.get(name) ?? createKeyWith(tenant, scopes, stores);
    keys.set(name, key);
    return key;
  };
  return {
    tenant,
    other,
    keyWith,
    own: await keyWith(allScopes),
    others: await createKeyWith(other, allScopes, stores),
    ofOneSensor: await tenant.createKey({ sensors: tenant.sensorIds.slice(1) }),
  };
}

const schema = createUnboundedSchema();
const root = schema.getQueryType();
assert(root);
const ways = waysToResolvers(root, []);
const fieldNames = [...new Set(ways.map(lastName))];

test("every field with a resolver has its scopes in the table of this test", () => {
  expect(fieldNames.toSorted()).toEqual(Object.keys(checkedScopes).toSorted());
});

for (const name of fieldNames) {
  const waysToField = ways.filter((way) => lastName(way) === name);
  const hasAudio = waysToField[0]
    ?.at(-1)
    ?.field.args.some((argument) => argument.name === "withAudio");
  for (const withAudio of hasAudio === true ? [false, true] : [false]) {
    const field = withAudio ? `${name} with audio` : name;

    test(`${field} needs its scopes, and no others`, async ({ graphql, world }) => {
      for (const [way, isNamed] of withNames(waysToField)) {
        const checks = checksOf(way, withAudio);
        const needed = new Set(checks.flat());
        const granted = await world.keyWith([...needed]);
        const document = (ids: Ids) => print(way, ids, { withAudio, isNamed });
        const answered = await graphql(document(granted.ids), { key: granted.key });
        const body = (await answered.json()) as Answer;
        expect(body.errors).toBeUndefined();
        expect(valueAt(body.data, way)).not.toBeNull();

        for (const missing of needed) {
          const others = allScopes.filter((scope) => scope !== missing);
          const { key, ids } = await world.keyWith(others);
          const refused = await graphql(document(ids), { key });
          const { errors } = (await refused.json()) as Answer;
          const requiredScopes = checks.find((check) => check.includes(missing));
          expect(errors?.map(({ extensions }) => extensions)).toEqual([
            { code: "FORBIDDEN", requiredScopes },
          ]);
        }
      }
    });
  }

  const waysWithIds = waysToField.filter(([first]) => first?.field.args.some(isRequiredArgument));
  if (waysWithIds.length === 0) continue;
  test(`${name} is the same NOT_FOUND for ids that are not granted, unknown or ill-formed`, async ({
    graphql,
    world: { tenant, other, own, others, ofOneSensor },
  }) => {
    for (const way of waysWithIds) {
      const idsOfForm = (id: string) => ({
        projectId: id,
        sensorId: id,
        leaseId: id,
        recordingId: id,
      });
      const asked: [key: string, ids: Ids][] = [
        [other.key, own.ids],
        [tenant.key, others.ids],
        [tenant.key, idsOfForm("absent")],
        [tenant.key, idsOfForm("")],
        [tenant.key, idsOfForm("a\u0000b")],
      ];
      // Only a field that names a sensor can name the wrong one.
      if (way[0]?.field.args.some((argument) => argument.name === "projectId")) {
        const mapsProject = way[0].name === "Query.embeddedMap";
        asked.push([tenant.key, { ...own.ids, projectId: other.projectId }]);
        if (!mapsProject) {
          asked.push([tenant.key, { ...own.ids, sensorId: others.ids.sensorId }]);
          asked.push([ofOneSensor, own.ids]);
        }
      }
      const answers = await Promise.all(
        asked.map(async ([key, ids]) => (await graphql(print(way, ids), { key })).json()),
      );
      const [first] = way;
      const notFound = {
        data: { [first?.field.name ?? ""]: null },
        errors: [
          {
            message: "There is no such resource, or the API key is not allowed to read it.",
            locations: [{ line: 1, column: 3 }],
            path: [first?.field.name],
            extensions: { code: "NOT_FOUND" },
          },
        ],
      };
      expect(answers).toEqual(asked.map(() => notFound));
    }
  });
}

test("a sensor that is named is the same NOT_FOUND for ids that are not granted, unknown, ill-formed or of another project", async ({
  graphql,
  world: { tenant, other, own, ofOneSensor },
}) => {
  const { ids } = own;
  const ofBothProjects = await tenant.createKey({ projects: [tenant.projectId, other.projectId] });
  const asked = [
    [ofOneSensor, ids.sensorId],
    [tenant.key, other.sensorIds[0] ?? ""],
    [ofBothProjects, other.sensorIds[0] ?? ""],
    ...["absent", "", "a\u0000b"].map((id) => [tenant.key, id] as const),
  ] as const;
  const named = ways.filter((way) => canName(way) && way[0]?.name === "Query.project");
  expect(named.length).toBeGreaterThan(15);
  for (const way of named) {
    const answers = await Promise.all(
      asked.map(async ([key, sensorId]) =>
        (await graphql(print(way, { ...ids, sensorId }, { isNamed: true }), { key })).json(),
      ),
    );
    const notFound = {
      data: { project: null },
      errors: [
        {
          message: "There is no such resource, or the API key is not allowed to read it.",
          locations: [expect.objectContaining({ line: 1 }) as unknown],
          path: ["project", "sensors"],
          extensions: { code: "NOT_FOUND" },
        },
      ],
    };
    expect(answers).toEqual(asked.map(() => notFound));
  }
});

test("without a key nothing is answered, the schema included", async ({ graphql }) => {
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

test("any valid key may read the schema", async ({ tenantOf, graphql }) => {
  const tenant = await tenantOf();
  const key = await tenant.createKey({ scopes: ["v0:embedded-map:read"] });
  const response = await graphql("{ __schema { queryType { name } } }", { key });
  expect(await response.json()).toEqual({ data: { __schema: { queryType: { name: "Query" } } } });
});

test("where nothing is answered a missing scope is 403, beside data it is 200", async ({
  tenantOf,
  graphql,
}) => {
  const tenant = await tenantOf();
  const key = await tenant.createKey({ scopes: ["v0:projects:read"] });
  const { projectId, sensorIds } = tenant;
  const latest = `sensor(projectId: "${projectId}", id: "${sensorIds[0]}") { latest { id } }`;
  expect(
    (await graphql(`{ embeddedMap(projectId: "${projectId}") { zoom } }`, { key })).status(),
  ).toBe(403);
  expect((await graphql(`{ ${latest} }`, { key })).status()).toBe(200);
});

test("a project and its map have the sensors that the key is granted, and no others", async ({
  tenantOf,
  graphql,
  get,
}) => {
  const tenant = await tenantOf({ sensors: 3 });
  const key = await tenant.createKey({ sensors: tenant.sensorIds.slice(1, 2) });
  const map = `embeddedMap(projectId: "${tenant.projectId}") { sensors { features { id } } }`;
  const response = await graphql(`{ projects { id sensors { id } } ${map} }`, { key });
  const granted = [{ id: tenant.sensorIds[1] }];
  expect(await response.json()).toEqual({
    data: {
      projects: [{ id: tenant.projectId, sensors: granted }],
      embeddedMap: { sensors: { features: granted } },
    },
  });
  const rest = await get(tenant.path(), { key });
  expect(((await rest.json()) as { data: { sensors: unknown[] } }).data.sensors).toHaveLength(1);
});

interface Answer {
  readonly data?: unknown;
  readonly errors?: readonly { readonly extensions: Record<string, unknown> }[];
}

/** Each way, and those through a list of sensors once more with the sensor named there. */
function withNames(all: readonly Way[]): (readonly [way: Way, isNamed: boolean])[] {
  return all.flatMap((way) => [
    [way, false] as const,
    ...(canName(way) ? [[way, true] as const] : []),
  ]);
}

/** The checks of scopes on a way, in their order; a refusal names the scopes of its check. */
function checksOf(way: Way, withAudio: boolean): (readonly Scope[])[] {
  const checks = way.flatMap(({ name }) => (checkedScopes[name] ?? []).map((scope) => [scope]));
  return withAudio ? [...checks, [...(checks.at(-1) ?? []), "v0:audio:read"]] : checks;
}

async function createKeyWith(
  tenant: Tenant,
  scopes: readonly Scope[],
  { db, publicUrl }: Stores,
): Promise<KeyAndIds> {
  const key = await tenant.createKey({ sensors: tenant.sensorIds.slice(0, 1) });
  const query = "startAt=2019-03-10&endAt=2019-03-11&withAudio=true";
  const page = await fetch(`${publicUrl}${tenant.measurementsPath()}?${query}`, {
    headers: { "svc-api-key": `Bearer ${key}` },
  });
  const { data } = (await page.json()) as { data: readonly { readonly audioUrl: string }[] };
  const [recordingId = "", leaseId = ""] = (data[0]?.audioUrl ?? "").split("/").toReversed();
  await db
    .update(apiKeys)
    .set({ scopes: [...scopes] })
    .where(eq(apiKeys.id, key.split(".")[1] ?? ""));
  const { projectId, sensorIds } = tenant;
  return { key, ids: { projectId, sensorId: sensorIds[0] ?? "", leaseId, recordingId } };
}
