import type { Page } from "playwright/test";
import { at, expect, needBrowser, observeLayoutShift, test } from "./dashboard.ts";

needBrowser();

const now = at("2019-03-10T12:10:00Z");

/** The ids of the sensors that are listed, from the top. */
async function listedSensors(page: Page): Promise<(string | null)[]> {
  return page
    .getByTestId("sensor-row")
    .evaluateAll((rows) => rows.map((row) => row.getAttribute("data-sensor")));
}

test("of a hundred sensors, the one above its limit is first and seen without scrolling, then the silent one", async ({
  page,
  open,
  tenantOf,
}) => {
  const layoutShift = await observeLayoutShift(page);
  const tenant = await tenantOf({ sensors: 100, site: { intervalSeconds: 300 } });
  const { sensorIds, key } = tenant;
  await page.clock.setFixedTime(now * 1000);
  await tenant.addSamples([{ second: now - 600, LAeq: 71.5 }], 88);
  await tenant.addSamples([{ second: now - 600, LAeq: 60 }], 3);
  await tenant.addSamples([{ second: now - 1300, LAeq: 80 }], 12);
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto("about:blank");
    await open({ key });
    const above = page.locator("[data-state=above]");
    await expect(above).toBeInViewport({ ratio: 1 });
    await expect(above).toContainText("Project of a test");
    await expect(above).toContainText("+11.5");
    await expect(page.getByRole("searchbox", { name: "Find a sensor" })).toBeVisible();
    // Nothing that stood on the screen has jumped.
    const shift = await layoutShift();
    expect(shift).toBeGreaterThanOrEqual(0);
    expect(shift).toBeLessThan(0.1);
  }
  const rows = page.getByTestId("sensor-row");
  await expect(rows).toHaveCount(100);
  await expect(rows.first()).toContainText("above limit");
  await expect(rows.nth(1)).toHaveAttribute("data-sensor", sensorIds[12] ?? "");
  await expect(rows.nth(1)).toContainText("silent since 11:53");
  await expect(rows.nth(1)).not.toContainText("within limit");
  await expect(page.locator(`[data-sensor="${sensorIds[3]}"]`)).toContainText("within limit");
});

test("the figures are filters of the list, a search narrows it, and the address keeps both", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ sensors: 24, site: { intervalSeconds: 300 } });
  await page.clock.setFixedTime(now * 1000);
  const { sensorIds } = tenant;
  await tenant.addSamples([{ second: now - 600, LAeq: 63.6 }], 7);
  await tenant.addSamples([{ second: now - 3600, LAeq: 50 }], 12);
  await tenant.addSamples(
    [
      { second: now - 7200, LAeq: 65 },
      { second: now - 600, LAeq: 50 },
    ],
    20,
  );
  await open(tenant);
  const figure = (name: string) => page.getByRole("button", { name });
  await expect(figure("24 sensors")).toHaveAttribute("aria-pressed", "true");
  await expect(figure("2 exceedances in the last 24 h of data")).toBeVisible();
  const attention = page.getByRole("region", { name: "Needs attention" });
  await expect(attention.getByTestId("sensor-row")).toHaveCount(2);

  await figure("1 silent").click();
  await expect(figure("1 silent")).toHaveAttribute("aria-pressed", "true");
  await expect.poll(() => listedSensors(page)).toEqual([sensorIds[12]]);
  await figure("2 exceedances in the last 24 h of data").click();
  await expect.poll(() => listedSensors(page)).toEqual([sensorIds[7], sensorIds[20]]);
  await page.getByRole("link", { name: "Sensor 20" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sensor 20" })).toBeVisible();
  await page.goBack();
  await expect(page.getByTestId("sensor-row")).toHaveCount(2);
  await expect.poll(() => listedSensors(page)).toEqual([sensorIds[7], sensorIds[20]]);
  // Pressed again, it shows all again.
  await figure("2 exceedances in the last 24 h of data").click();
  await expect(page.getByTestId("sensor-row")).toHaveCount(24);

  await page.getByRole("searchbox", { name: "Find a sensor" }).fill("sensor 2 test");
  // Sensor 2, 12, and 20 to 23.
  await expect(page.getByTestId("sensor-row")).toHaveCount(6);
  await page.getByRole("searchbox", { name: "Find a sensor" }).fill("no such name");
  await expect(page.getByText("No sensor matches.")).toBeVisible();
});

test("a project that has ended is folded, and said first while its end is new and its sensors delivered", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ sensors: 2, site: { intervalSeconds: 300 } });
  await tenant.addSamples([{ second: at("2019-03-31T22:50:00Z"), LAeq: 50 }]);
  await page.clock.setFixedTime("2019-04-03T12:00:00Z");
  await open(tenant);
  const attention = page.getByRole("region", { name: "Needs attention" });
  await expect(attention).toContainText("its contract ended on Sun 31 Mar 2019");
  const row = page.locator(`[data-sensor="${tenant.sensorIds[0]}"]`);
  await expect(row).toHaveAttribute("data-state", "ended");
  await expect(row).toBeHidden();
  await page.getByText("1 project has ended: Project of a test").click();
  await expect(row).toBeVisible();
  await expect(page.getByRole("searchbox")).toBeHidden();
});

test("the figure of exceedances and its list are of the same sensors: one that ended years ago is in neither", async ({
  page,
  open,
  tenantOf,
}) => {
  const old = await tenantOf({
    site: {
      intervalSeconds: 300,
      contract: { startAt: "2015-03-01", endAt: "2015-03-31" },
    },
  });
  await old.addSamples([{ second: at("2015-03-10T12:00:00Z"), LAeq: 70 }]);
  const tenant = await tenantOf({ site: { intervalSeconds: 300 } });
  await tenant.addSamples([{ second: now - 600, LAeq: 63.6 }]);
  await page.clock.setFixedTime(now * 1000);
  const key = await tenant.createKey({ projects: [old.projectId, tenant.projectId] });
  await open({ key });
  await page.getByRole("button", { name: "1 exceedances in the last 24 h of data" }).click();
  await expect.poll(() => listedSensors(page)).toEqual([tenant.sensorIds[0]]);
});

test("in lists of several projects each row names its own, and times of several offsets theirs", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 300, timezone: "Europe/Lisbon" } });
  const other = await tenantOf({ site: { intervalSeconds: 300, timezone: "America/New_York" } });
  for (const each of [tenant, other]) {
    await each.addSamples([{ second: at("2019-03-12T07:25:00Z"), LAeq: 63.6 }]);
  }
  await page.clock.setFixedTime("2019-03-12T09:00:00Z");
  const key = await tenant.createKey({ projects: [tenant.projectId, other.projectId] });
  await open({ key });
  const rowOf = ({ sensorIds: [id] }: typeof tenant) => page.locator(`[data-sensor="${id}"]`);
  const expectOffsets = async () => {
    await expect(rowOf(tenant)).toContainText("silent since 07:30 UTC+0");
    await expect(rowOf(other)).toContainText("silent since 03:30 UTC−4");
  };
  await expectOffsets();
  // At 1280 px a row is a line, in which the name has that of its project below.
  const [row, age] = [rowOf(tenant), rowOf(tenant).getByText("95 min ago")];
  expect((await row.boundingBox())?.height).toBeLessThan(64);
  const nameBox = await row.getByText("Sensor 0").boundingBox();
  const projectBox = await row.getByText("Project of a test").boundingBox();
  expect(projectBox?.x).toBe(nameBox?.x);
  expect((await age.boundingBox())?.x).toBeGreaterThan((nameBox?.x ?? Infinity) + 400);
  await page.getByRole("button", { name: "2 exceedances in the last 24 h of data" }).click();
  const found = page.getByRole("list", { name: "Sensors that match" });
  await expect(found.getByText("Project of a test")).toHaveCount(2);
  await expectOffsets();
  // A silence of another day has one line, and the name of a project as many as it needs, up to two.
  await page.clock.setFixedTime("2019-03-14T09:00:00Z");
  await page.goto("about:blank");
  await open({ key });
  const silence = rowOf(other).getByText("silent since 12 Mar 03:30 UTC−4");
  expect((await silence.boundingBox())?.height).toBeLessThan(30);
  await page.clock.setFixedTime("2019-03-12T09:00:00Z");
  // A card, and a list of a single project, say it once.
  await page.goto("about:blank");
  await open(tenant, "#/wall");
  await expect(rowOf(tenant)).toContainText("silent since 07:30");
  await expect(rowOf(tenant)).not.toContainText("UTC");
  await page.goto("about:blank");
  await open({ key }, "#/wall");
  await expectOffsets();
});
