import { levelsFrom } from "../support/series.ts";
import type { Locator } from "playwright/test";
import { at, expect, needBrowser, test } from "./dashboard.ts";

needBrowser();

/** Waits until a block is drawn and shows these counts. */
async function expectCounts(
  block: Locator,
  [points, over, gaps]: readonly [string, string, string],
): Promise<void> {
  await expect(block).toHaveAttribute("data-points", points);
  await expect(block).toHaveAttribute("data-over", over);
  await expect(block).toHaveAttribute("data-gaps", gaps);
  await expect(block).toHaveAttribute("data-ready", "true");
}

/** A day in which clocks go forward, five minutes a sample; two gaps, three exceedances. */
function springDay() {
  const first = at("2019-03-31T00:00:00Z");
  return Array.from({ length: 23 * 12 }, (_, index) => ({ second: first + index * 300, index }))
    .filter(({ index }) => index < 40 || (index >= 45 && index !== 100))
    .map(({ second, index }) => ({ second, LAeq: [200, 201, 250].includes(index) ? 61.25 : 50.4 }));
}

test("the plot counts days of 23 and 25 hours @firefox", async ({ page, open, tenantOf }) => {
  const contract = { startAt: "2019-03-01", endAt: "2019-10-31" };
  const tenant = await tenantOf({ site: { intervalSeconds: 300, contract } });
  const samples = springDay();
  await tenant.addSamples(samples);
  // Both passes of the hour that is repeated on 27 October.
  const autumn = at("2019-10-26T23:00:00Z");
  await tenant.addSamples(levelsFrom(autumn, 25 * 12, 300, 50));
  const sensor = `#/p/${tenant.projectId}/s/${tenant.sensorIds[0]}`;
  await open(tenant, `${sensor}?from=2019-03-31&to=2019-03-31`);
  const plot = page.getByTestId("level-plot");
  await expectCounts(plot, [String(samples.length), "3", "2"]);

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
  await expectCounts(page.getByTestId("heatmap"), ["23", "2", "1"]);

  await page.evaluate(`location.hash = "${sensor}?from=2019-10-27&to=2019-10-27"`);
  await expectCounts(plot, ["300", "0", "0"]);
  await page.getByRole("tab", { name: "Statistics" }).click();
  await expectCounts(page.getByTestId("heatmap"), ["25", "0", "0"]);
});

test("a sensor tells its class, its microphone and its last calibration", async ({
  page,
  open,
  tenantOf,
}) => {
  const meter = {
    class: 1,
    microphone: { height: 4.5, mounting: "façade, 1 m" },
    calibrations: [
      { date: "2019-02-01" },
      { date: "2019-03-12", level: 93.97, note: "after rain" },
      // After the last day of the range.
      { date: "2019-03-13" },
    ],
  };
  const tenant = await tenantOf({ sensors: [meter] });
  await tenant.addSamples([{ second: at("2019-03-12T07:00:00Z"), LAeq: 60 }]);
  const sensor = `#/p/${tenant.projectId}/s/${tenant.sensorIds[0]}`;
  await open(tenant, sensor);
  await page.getByText("About this sensor").click();
  const facts = page.locator(".sensor-heading dl");
  await expect(facts).toContainText("Class (IEC 61672-1)1");
  await expect(facts).toContainText("Microphone4.5 m above the ground, façade, 1 m");
  await expect(facts).toContainText("Last calibrationTue 12 Mar 2019, 93.97 dB, after rain");
});

test("levels below zero and at 140 dB, long names and no samples are shown without an error", async ({
  page,
  open,
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
  await open(tenant, `#/p/${tenant.projectId}/s/${first}`);
  const plot = page.getByTestId("level-plot");
  await expect(plot).toHaveAttribute("data-points", "2");
  await expect(plot).toHaveAttribute("data-over", "1");
  await expect(plot).toHaveAttribute("data-ready", "true");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  const sideways = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
  expect(await page.evaluate(sideways)).toBe(0);

  await page.evaluate(`location.hash = "#/p/${tenant.projectId}/s/${second}"`);
  await expect(page.getByRole("main")).toContainText("No samples");
  await expect(page.getByRole("main")).not.toContainText(/NaN|Invalid Date|undefined|null/);
});

test("a project without a contract says what the operator can do, and keeps its schedule", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { contract: undefined } });
  await open(tenant, `#/p/${tenant.projectId}`);
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
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf();
  await tenant.addSamples([{ second: at("2019-03-10T00:00:00Z"), LAeq: 61 }]);
  const withoutData = await tenant.createKey({ scopes: ["v0:projects:read", "v0:events:read"] });
  const sensor = `#/p/${tenant.projectId}/s/${tenant.sensorIds[0]}?from=2019-03-10&to=2019-03-10`;
  await open({ key: withoutData }, sensor);
  await expect(page.getByRole("main")).toContainText("v0:data:read");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sensor 0");
  await page.evaluate(
    `location.hash = "#/p/${tenant.projectId}/events?from=2019-03-10&to=2019-03-10"`,
  );
  await expect(page.getByTestId("event-row")).toHaveCount(1);
});
