import type { Locator } from "playwright/test";
import { loadSite, skipWithoutDataSet } from "../support/data-sets.ts";
import { at, expect, needBrowser, openView, test } from "./dashboard.ts";

needBrowser();

/** The counts that a block shows. */
async function countsOf(block: Locator): Promise<(string | null)[]> {
  await expect(block).toHaveAttribute("data-ready", "true");
  return Promise.all(
    ["data-points", "data-over", "data-gaps"].map((name) => block.getAttribute(name)),
  );
}

/** A day in which clocks go forward, five minutes a sample; two gaps, three exceedances. */
function springDay() {
  const first = at("2019-03-31T00:00:00Z");
  return Array.from({ length: 23 * 12 }, (_, index) => ({ second: first + index * 300, index }))
    .filter(({ index }) => index < 40 || (index >= 45 && index !== 100))
    .map(({ second, index }) => ({ second, LAeq: [200, 201, 250].includes(index) ? 61.25 : 50.4 }));
}

test("the plot counts the samples, exceedances and gaps of a 23-hour day, and its table has them all", async ({
  page,
  gateway,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 300 } });
  const samples = springDay();
  await tenant.addSamples(samples);
  const [sensor] = tenant.sensorIds;
  const fragment = `#/p/${tenant.projectId}/s/${sensor}?from=2019-03-31&to=2019-03-31`;
  await openView(page, gateway.internalUrl, tenant.key, fragment);
  const plot = page.getByTestId("level-plot");
  expect(await countsOf(plot)).toEqual([String(samples.length), "3", "2"]);

  await plot.getByRole("button", { name: "Show as table" }).click();
  const rows = plot.getByRole("row");
  await expect(rows.first()).toHaveText("TimeLeqLimitSourceOver");
  await expect(rows.nth(1)).toHaveText(/^2019-03-31 00:00\s*50.40\s*60.00/);
  const shown = await rows.allInnerTexts();
  expect(shown.filter((text) => /61\.25\s+60\.00\s+.*1\.25/.test(text))).toHaveLength(3);
  // No sample has a wall clock that the change skipped.
  expect(shown.filter((text) => text.startsWith("2019-03-31 01:"))).toEqual([]);
  expect(shown).toHaveLength(samples.length + 1);

  await page.getByRole("tab", { name: "Statistics" }).click();
  // 23 hours of the day; one that was skipped.
  expect(await countsOf(page.getByTestId("heatmap"))).toEqual(["23", "2", "1"]);
});

test("both passes of a repeated hour are in the plot, and a day of 25 hours has 25 cells", async ({
  page,
  gateway,
  tenantOf,
}) => {
  const tenant = await tenantOf({
    site: { intervalSeconds: 300, contract: { startAt: "2019-10-01", endAt: "2019-10-31" } },
  });
  const first = at("2019-10-26T23:00:00Z");
  await tenant.addSamples(
    Array.from({ length: 25 * 12 }, (_, index) => ({ second: first + index * 300, LAeq: 50 })),
  );
  const fragment = `#/p/${tenant.projectId}/s/${tenant.sensorIds[0]}?from=2019-10-27&to=2019-10-27`;
  await openView(page, gateway.internalUrl, tenant.key, fragment);
  expect(await countsOf(page.getByTestId("level-plot"))).toEqual(["300", "0", "0"]);
  await page.getByRole("tab", { name: "Statistics" }).click();
  expect(await countsOf(page.getByTestId("heatmap"))).toEqual(["25", "0", "0"]);
});

test("levels below zero and at 140 dB, long names and no samples are shown without an error", async ({
  page,
  gateway,
  tenantOf,
}) => {
  const name = "<img src=x onerror=alert(1)> ".repeat(10).slice(0, 200).trim();
  const tenant = await tenantOf({ site: { name }, sensors: [{ name }, {}] });
  await tenant.addSamples([
    { second: at("2019-03-10T00:00:00Z"), LAeq: -5 },
    { second: at("2019-03-10T00:05:00Z"), LAeq: 140 },
  ]);
  await page.setViewportSize({ width: 360, height: 740 });
  const [first, second] = tenant.sensorIds;
  await openView(page, gateway.internalUrl, tenant.key, `#/p/${tenant.projectId}/s/${first}`);
  expect(await countsOf(page.getByTestId("level-plot"))).toEqual(["2", "1", expect.any(String)]);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  const sideways = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
  expect(await page.evaluate(sideways)).toBe(0);

  await page.evaluate(`location.hash = "#/p/${tenant.projectId}/s/${second}"`);
  await expect(page.getByRole("main")).toContainText("No samples");
  await expect(page.getByRole("main")).not.toContainText(/NaN|Invalid Date|undefined|null/);
});

test("a project without a contract says what the operator can do, and keeps its schedule", async ({
  page,
  gateway,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { contract: undefined } });
  await openView(page, gateway.internalUrl, tenant.key, `#/p/${tenant.projectId}`);
  await expect(page.getByRole("main")).toContainText(
    "The contract of this project is missing or invalid",
  );
  await page.evaluate(`location.hash = "#/p/${tenant.projectId}/schedule"`);
  await expect(page.getByRole("main")).toContainText("60");
  await page.evaluate(`location.hash = "#/p/${tenant.projectId}/s/${tenant.sensorIds[0]}"`);
  await expect(page.getByRole("main")).toContainText("contract");
  await expect(page.getByRole("main")).not.toContainText(/NaN|Invalid Date/);
});

test("a key without a scope sees its name, and the rest of the view", async ({
  page,
  gateway,
  tenantOf,
}) => {
  const tenant = await tenantOf();
  await tenant.addSamples([{ second: at("2019-03-10T00:00:00Z"), LAeq: 61 }]);
  const withoutData = await tenant.createKey({ scopes: ["v0:projects:read", "v0:events:read"] });
  const sensor = `#/p/${tenant.projectId}/s/${tenant.sensorIds[0]}?from=2019-03-10&to=2019-03-10`;
  await openView(page, gateway.internalUrl, withoutData, sensor);
  await expect(page.getByRole("main")).toContainText("v0:data:read");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sensor 0");
  await page.evaluate(
    `location.hash = "#/p/${tenant.projectId}/events?from=2019-03-10&to=2019-03-10"`,
  );
  await expect(page.getByTestId("event-row")).toHaveCount(1);
});

test("a week of real hours in Dublin is counted as GraphQL counts it", async ({
  page,
  gateway,
  database,
  graphql,
}) => {
  skipWithoutDataSet("dublin");
  const site = await loadSite(database, "dublin");
  const sensor = site.idOf("dublin-noise-2");
  const project = /projects\/(?<id>[^/]+)/.exec(site.path("dublin-noise-2", "events"))?.[1] ?? "";
  const range = `startAt: "2019-03-25T00:00:00Z", endAt: "2019-03-31T22:59:59Z"`;
  const answer = await graphql(
    `{ sensor(projectId: "${project}", id: "${sensor}") {
      aggregates(${range}, bucket: range) { buckets { samples events } }
      availability(${range}) { gapCount } } }`,
    { key: site.key },
  );
  const { data } = (await answer.json()) as {
    data: {
      sensor: {
        aggregates: { buckets: { samples: number; events: number }[] };
        availability: { gapCount: number };
      };
    };
  };
  const [bucket] = data.sensor.aggregates.buckets;
  const fragment = `#/p/${project}/s/${sensor}?from=2019-03-25&to=2019-03-31`;
  await openView(page, gateway.internalUrl, site.key, fragment);
  expect(await countsOf(page.getByTestId("level-plot"))).toEqual(
    [bucket?.samples, bucket?.events, data.sensor.availability.gapCount].map(String),
  );
});
