import type { Order } from "../../src/acoustics/paging.ts";
import {
  type ClassificationSearch,
  ensureModels,
  type ModelSelection,
  selectClassifications,
} from "../../src/database/queries/samples/classifications.ts";
import type { GrantedSensorNo } from "../../src/database/queries/keys/grants.ts";
import { selectPage } from "../../src/database/queries/samples/samples.ts";
import { grantsOf, resolveSensors } from "../support/grants.ts";
import { sessionOf } from "../support/session.ts";
import type { Tenant } from "../support/tenant.ts";
import { expect, test, type TestDatabase } from "../support/test.ts";

const second = Date.parse("2019-03-10T00:00:00Z") / 1000;

/** The classifications of each search, by second. A search names its sensor by index. */
async function found(
  database: TestDatabase,
  tenant: Tenant,
  searches: readonly (Partial<ClassificationSearch> & { model: string; sensor?: number })[],
  key = tenant.key,
): Promise<unknown[]> {
  const { db } = database;
  const sensorNos = await resolveSensors(database, tenant.sensorIds);
  const sensorNoOf = (sensor = 0) => sensorNos[sensor] ?? (0 as GrantedSensorNo);
  const models = await ensureModels(db, [...new Set(searches.map(({ model }) => model))]);
  const rows = await selectClassifications(
    sessionOf(database),
    grantsOf(key),
    searches.map(({ model, sensor, minConfidence = 0, seconds = [second] }) => ({
      sensorNo: sensorNoOf(sensor),
      modelNo: models.get(model) ?? 0,
      minConfidence,
      seconds,
    })),
  );
  return searches.map(({ sensor }) => Object.fromEntries(rows.get(sensorNoOf(sensor)) ?? []));
}

test("the classification with the highest confidence is found, and among equal ones the first label by its bytes", async ({
  tenantOf,
  database,
}) => {
  const tenant = await tenantOf();
  await tenant.addClassifications([
    ["m", second, "alert-signal", 0.4],
    ["m", second, "dog", 0.9],
    ["m", second, "engine", 0.899999999999999],
    ["m", second + 1, "a", 0.5],
    ["m", second + 1, "B", 0.5],
    ["m", second + 1, "ä", 0.5],
    ["m", second + 1, "b", 0.5],
    ["m", second + 2, "music", 1],
  ]);
  const seconds = [second + 2, second, second + 1, second + 3];
  expect(await found(database, tenant, [{ model: "m", seconds }])).toEqual([
    {
      [second]: { label: "dog", confidence: 0.9 },
      [second + 1]: { label: "B", confidence: 0.5 },
      [second + 2]: { label: "music", confidence: 1 },
    },
  ]);
});

test("a confidence is found where it reaches the least one, to the last digit", async ({
  tenantOf,
  database,
}) => {
  const cases = [
    [0, 0, true],
    [0.5, 0.5, true],
    [0.1, 0.1, true],
    [0.5, 0.499999999999999, false],
    [0.500000000000001, 0.5, false],
    [1, 1, true],
    [1, 0.999999999999999, false],
  ] as const;
  const tenant = await tenantOf({ sensors: cases.length });
  for (const [sensor, [, confidence]] of cases.entries()) {
    await tenant.addClassifications([["m", second, "dog", confidence]], sensor);
  }
  const searches = cases.map(([minConfidence], sensor) => ({ model: "m", sensor, minConfidence }));
  expect(await found(database, tenant, searches)).toEqual(
    cases.map(([, confidence, isFound]) =>
      isFound ? { [second]: { label: "dog", confidence } } : {},
    ),
  );
});

test("one statement for each sensor finds the given models, seconds and sensors only", async ({
  tenantOf,
  database,
}) => {
  const tenant = await tenantOf({ sensors: 4 });
  for (const sensor of [0, 1, 2, 3]) {
    await tenant.addClassifications(
      [
        ["m", second, `dog ${sensor}`, 0.6],
        ["m", second + 300, "dog", 0.6],
        ["other", second, "dog", 1],
        ["other", second + 600, "cat", 0.3],
      ],
      sensor,
    );
  }
  const searches = [
    { model: "m", sensor: 2, minConfidence: 0.6 },
    { model: "m", sensor: 0, minConfidence: 0.61 },
    { model: "other", sensor: 1, seconds: [second + 600, second + 300] },
    { model: "m", sensor: 3, seconds: [] },
  ];
  const statements = await database.statementsOf(async () => {
    expect(await found(database, tenant, searches)).toEqual([
      { [second]: { label: "dog 2", confidence: 0.6 } },
      {},
      { [second + 600]: { label: "cat", confidence: 0.3 } },
      {},
    ]);
  });
  expect(statements.filter((text) => text.includes('"classifications"'))).toHaveLength(3);
});

test("without seconds no statement is sent", async ({ tenantOf, database }) => {
  const tenant = await tenantOf();
  const statements = await database.statementsOf(() =>
    selectClassifications(sessionOf(database), grantsOf(tenant.key), [
      { sensorNo: 1 as GrantedSensorNo, modelNo: 1, minConfidence: 0, seconds: [] },
    ]),
  );
  expect(statements).toEqual([]);
});

test("classifications of a sensor that the API key may not read are refused, also among others", async ({
  tenantOf,
  database,
}) => {
  const tenant = await tenantOf({ sensors: 2 });
  for (const sensor of [0, 1]) {
    await tenant.addClassifications([["m", second, "dog", 0.6]], sensor);
  }
  const key = await tenant.createKey({ sensors: tenant.sensorIds.slice(1) });
  const hidden = { model: "m", sensor: 0 };
  const shown = { model: "m", sensor: 1 };
  expect(await found(database, tenant, [shown], key)).toEqual([
    { [second]: { label: "dog", confidence: 0.6 } },
  ]);
  for (const searches of [[hidden], [hidden, shown]]) {
    await expect(found(database, tenant, searches, key)).rejects.toThrow("withdrawn");
  }
});

test("no seconds between those of a search are found", async ({ tenantOf, database }) => {
  const tenant = await tenantOf({ sensors: 2 });
  const month = 30 * 86_400;
  const seconds = [second + month, second, second - month];
  for (const sensor of [0, 1]) {
    await tenant.addClassifications(
      [
        ["m", second - month, "before", 0.5],
        ["m", second - 1, "between", 0.5],
        ["m", second, "here", 0.5],
        ["m", second + 1, "between", 0.5],
        ["m", second + month, "after", 0.5],
      ],
      sensor,
    );
  }
  const asked = [
    [second - month, { label: "before", confidence: 0.5 }],
    [second, { label: "here", confidence: 0.5 }],
    [second + month, { label: "after", confidence: 0.5 }],
  ] as const;
  const scattered = { model: "m", seconds };
  expect(await found(database, tenant, [scattered])).toEqual([Object.fromEntries(asked)]);
  const twoSensors = [scattered, { ...scattered, sensor: 1 }];
  expect(await found(database, tenant, twoSensors)).toEqual([
    Object.fromEntries(asked),
    Object.fromEntries(asked),
  ]);
});

test("a page of samples has the classifications that a search by seconds finds", async ({
  tenantOf,
  database,
}) => {
  const tenant = await tenantOf({ sensors: 2 });
  const seconds = Array.from({ length: 6 }, (_, index) => second + index * 300);
  for (const sensor of [0, 1]) {
    await tenant.addSamples(
      seconds.map((each) => ({ second: each, LAeq: 50 })),
      sensor,
    );
  }
  await tenant.addClassifications([
    ["m", second - 300, "before the page", 1],
    ["m", second, "dog", 0.5],
    ["m", second + 150, "between two samples", 1],
    ["m", second + 300, "b", 0.7],
    ["m", second + 300, "B", 0.7],
    ["m", second + 600, "too unsure", 0.4],
    ["other", second + 900, "another model", 1],
    ["m", second + 1500, "siren", 1],
  ]);
  await tenant.addClassifications([["m", second + 900, "another sensor", 1]], 1);
  const [sensorNo = 0 as GrantedSensorNo] = await resolveSensors(database, tenant.sensorIds);
  const models = await ensureModels(database.db, ["m"]);
  const model = { modelNo: models.get("m") ?? 0, minConfidence: 0.5 };
  const labelsOf = async (order: Order, by: ModelSelection | null) => {
    const page = await selectPage(
      sessionOf(database),
      grantsOf(tenant.key),
      { sensorNo, seconds: { first: second, last: second + 1500 } },
      { order, pageSize: 5, model: by },
    );
    return page.map(({ classification }) => classification);
  };
  const [searched] = await found(database, tenant, [{ model: "m", ...model, seconds }]);
  expect(searched).toEqual({
    [second]: { label: "dog", confidence: 0.5 },
    [second + 300]: { label: "B", confidence: 0.7 },
    [second + 1500]: { label: "siren", confidence: 1 },
  });
  const [dog, engine, siren] = Object.values(searched as object);
  // The last sample only shows that another page follows.
  expect(await labelsOf("asc", model)).toEqual([dog, engine, null, null, null, null]);
  expect(await labelsOf("desc", model)).toEqual([siren, null, null, null, engine, null]);
  expect(await labelsOf("asc", null)).toEqual([null, null, null, null, null, null]);
});
