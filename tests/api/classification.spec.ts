import { levelsFrom } from "../support/series.ts";
import type { Tenant } from "../support/tenant.ts";
import { expect, test } from "../support/test.ts";

const second = Date.parse("2019-03-10T00:00:00Z") / 1000;
const range = { startAt: "2019-03-10", endAt: "2019-03-11" };

/** Twelve samples that exceed their limit of 60. */
async function addLoudSamples(tenant: Tenant): Promise<void> {
  await tenant.addSamples(levelsFrom(second, 12, 300, 65));
}

for (const operation of ["measurements", "events"] as const) {
  test(`${operation} show the current model's most confident label, and a new model or minimum at once`, async ({
    tenantOf,
    get,
  }) => {
    const configured = (model: string, minConfidence: number) => ({
      classification: { model, minConfidence },
    });
    const tenant = await tenantOf({ site: configured("a", 0.5) });
    const path = `/sensors/${tenant.sensorIds[0]}/${operation}`;
    const read = async () => {
      const query = { ...range, limit: 4 };
      const response = await get(tenant.path(path), { key: tenant.key, query });
      expect(response.status()).toBe(200);
      const { data } = (await response.json()) as { data: { classification: unknown }[] };
      return data.map(({ classification }) => classification);
    };
    // Classifications may arrive before their samples.
    await tenant.addClassifications([
      ["a", second, "dog", 0.5],
      ["a", second, "music", 0.123456789012345],
      ["a", second + 300, "engine", 0.499],
      ["a", second + 600, "engine", 0.9],
      ["a", second + 600, "alert-signal", 0.9],
      ["b", second, "jackhammer", 1],
      ["b", second + 900, "voice", 0.25],
      ["b", second + 901, "voice", 0.9],
    ]);
    await addLoudSamples(tenant);
    expect(await read()).toEqual([
      { label: "dog", confidence: 0.5, model: "a" },
      null,
      { label: "alert-signal", confidence: 0.9, model: "a" },
      null,
    ]);
    await tenant.apply(configured("a", 0.499));
    expect(await read()).toEqual([
      { label: "dog", confidence: 0.5, model: "a" },
      { label: "engine", confidence: 0.499, model: "a" },
      { label: "alert-signal", confidence: 0.9, model: "a" },
      null,
    ]);
    await tenant.apply(configured("b", 0));
    expect(await read()).toEqual([
      { label: "jackhammer", confidence: 1, model: "b" },
      null,
      null,
      { label: "voice", confidence: 0.25, model: "b" },
    ]);
    await tenant.apply(configured("nobody has heard of it", 0));
    expect(await read()).toEqual([null, null, null, null]);
    await tenant.apply({ classification: null });
    expect(await read()).toEqual([null, null, null, null]);
  });
}

for (const { operation, without, withSamples } of [
  { operation: "measurements", without: 1, withSamples: true },
  { operation: "events", without: 0, withSamples: false },
] as const) {
  test(`what was heard of a page of ${operation} is read in one statement`, async ({
    tenantOf,
    get,
    database,
  }) => {
    const tenant = await tenantOf();
    await addLoudSamples(tenant);
    const statementsOf = async (limit: number) => {
      const statements = await database.statementsOf(async () => {
        const response = await get(tenant.path(`/sensors/${tenant.sensorIds[0]}/${operation}`), {
          key: tenant.key,
          query: { ...range, limit },
        });
        expect(((await response.json()) as { data: unknown[] }).data).toHaveLength(limit);
      });
      const found = statements.filter((text) => text.includes('"classifications"'));
      for (const text of found) expect(text.includes('"samples"')).toBe(withSamples);
      return found.length;
    };
    expect([await statementsOf(1), await statementsOf(12)]).toEqual([without, without]);
    await tenant.apply({ classification: { model: "a", minConfidence: 0 } });
    expect([await statementsOf(1), await statementsOf(12)]).toEqual([1, 1]);
  });
}
