import { readFile } from "node:fs/promises";
import { levelsFrom } from "../support/series.ts";
import { at, expect, needBrowser, test } from "./dashboard.ts";

needBrowser();

const first = at("2019-03-10T00:00:00Z");

test("back from an event the list is in its place @firefox", async ({ page, open, tenantOf }) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 300 } });
  await tenant.addSamples(levelsFrom(first, 280, 300, 66));
  await open(tenant, `#/p/${tenant.projectId}/events?from=2019-03-10&to=2019-03-10`);
  const rows = page.getByTestId("event-row");
  await expect(rows).toHaveCount(100);
  await page.getByRole("button", { name: "More" }).click();
  await expect(rows).toHaveCount(200);
  const link = rows.nth(170).getByRole("link").first();
  await link.scrollIntoViewIfNeeded();
  const place = Number(await page.evaluate("scrollY"));
  expect(place).toBeGreaterThan(1000);
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name: "Exceedance" })).toBeFocused();
  await expect.poll(() => page.evaluate("scrollY")).toBe(0);

  await page.goBack();
  await expect(rows).toHaveCount(200);
  await expect(link).toBeFocused();
  await expect(link).toBeInViewport();
  await expect.poll(() => page.evaluate("scrollY")).toBe(place);
  // Another filter is another list, with its first rows.
  await page.getByLabel("Over, at least (dB)").pressSequentially("1");
  await page.getByLabel("Over, at least (dB)").press("Enter");
  await expect(page).not.toHaveURL(/pages=/);
  await expect(rows).toHaveCount(100);
});

test("the heading of the first sensor has the focus, and back from it the overview is in its place @firefox", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ sensors: 60, site: { intervalSeconds: 300 } });
  await tenant.addSamples(levelsFrom(first, 12, 300, 50), 40);
  await page.clock.setFixedTime("2019-03-10T01:02:00Z");
  await open(tenant);
  const link = page.locator(`[data-sensor="${tenant.sensorIds[40]}"]`).getByRole("link");
  await link.scrollIntoViewIfNeeded();
  const place = Number(await page.evaluate("scrollY"));
  expect(place).toBeGreaterThan(1000);
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name: "Sensor 40" })).toBeFocused();
  await expect.poll(() => page.evaluate("scrollY")).toBe(0);

  // Under a clock that stands, Playwright's own way back ends in no browser but Chromium.
  await page.evaluate("history.back()");
  await expect(link).toBeFocused();
  await expect.poll(() => page.evaluate("scrollY")).toBe(place);
});

test("the heading that stays has the focus in a report", async ({ page, open, tenantOf }) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 300 } });
  await tenant.addSamples(levelsFrom(first, 12, 300, 50));
  await open(tenant, `#/p/${tenant.projectId}`);
  await page.getByRole("link", { name: "Report", exact: true }).click();
  await expect(page.getByTestId("report")).toHaveAttribute("data-ready", "true");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

/** The rows of a PNG, from below, that have pixels in the colour of the line of levels on paper. */
async function blueRows(base64: string): Promise<number[]> {
  const image = new Image();
  image.src = `data:image/png;base64,${base64}`;
  await image.decode();
  const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
  context?.drawImage(image, 0, 0);
  const { data = [] } = context?.getImageData(0, 0, image.width, image.height) ?? {};
  const rows = new Set<number>();
  for (let start = 0; start < data.length; start += 4) {
    const [red, green, blue] = data.slice(start, start + 3);
    if (red !== 0x0b || green !== 0x57 || blue !== 0xd0) continue;
    rows.add(image.height - Math.floor(start / 4 / image.width));
  }
  return [...rows];
}

test("a drag over the plot chooses a time, two clicks go back, one opens a sample, and a file has the picture", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 300 } });
  await tenant.addSamples(
    Array.from({ length: 288 }, (_, index) => ({
      second: first + index * 300,
      LAeq: 40 + (index % 20),
    })),
  );
  const sensor = `#/p/${tenant.projectId}/s/${tenant.sensorIds[0]}`;
  await open(tenant, `${sensor}?from=2019-03-10&to=2019-03-10`);
  const plot = page.getByTestId("level-plot");
  await expect(plot).toHaveAttribute("data-ready", "true");
  // It is light in a dark theme as well, and has the legend below.
  await page.emulateMedia({ colorScheme: "dark" });
  const saved = page.waitForEvent("download");
  await plot.getByRole("button", { name: "PNG" }).click();
  const file = await readFile(await (await saved).path(), "base64");
  await page.emulateMedia({ colorScheme: null });
  const rows = await page.evaluate(blueRows, file);
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.filter((row) => row < 80)).not.toEqual([]);

  const area = await plot.locator(".level-plot-surface").boundingBox();
  const [left, top, width] = [area?.x ?? 0, area?.y ?? 0, area?.width ?? 0];
  await page.mouse.move(left + width / 4, top + 40);
  await expect(plot).toContainText(/Sun 10 Mar 2019 0[56]:/);
  await page.mouse.down();
  await page.mouse.move(left + width / 2, top + 40, { steps: 3 });
  await page.mouse.up();
  await expect(page).toHaveURL(/from=2019-03-10T0[56]:\d\d&to=2019-03-10T1[12]:\d\d$/);
  await expect(plot).toHaveAttribute("data-ready", "true");
  await page.mouse.dblclick(left + width / 2, top + 40);
  await expect(page).toHaveURL(/from=2019-03-10&to=2019-03-10$/);
  await expect(plot).toHaveAttribute("data-ready", "true");
  await page.mouse.click(left + width / 2, top + 40);
  await expect(page).toHaveURL(/\/e\//);
});

test("buttons and keys of the plot go from sample to sample and to a time, and back to it, in a browser without a language", async ({
  page,
  open,
  tenantOf,
}) => {
  await page.addInitScript(
    `Object.defineProperty(Navigator.prototype, "language", { configurable: true, get: () => "C" })`,
  );
  const tenant = await tenantOf({
    site: { intervalSeconds: 300, limits: { default: { A: 59.95 } } },
  });
  await tenant.addSamples(
    levelsFrom(first, 288, 300, (index) => (index === 0 ? 60.14 : 40 + index / 100)),
  );
  const plot = await open(
    tenant,
    `#/p/${tenant.projectId}/s/${tenant.sensorIds[0]}?from=2019-03-10&to=2019-03-10`,
    "level-plot",
  );
  const keys = plot.getByRole("application");
  await keys.focus();
  await keys.press("ArrowRight");
  // The parts of the read-out add up.
  await expect(plot).toContainText(/60\.14 dB.*59\.95 dB.*\+0\.19 dB/s);
  await keys.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Exceedance" })).toBeFocused();
  await page.goBack();
  await expect(keys).toBeFocused();

  await plot.getByLabel("Go to time").fill("2019-03-10T12:00");
  // The 145th sample.
  await expect(plot).toContainText("Sun 10 Mar 2019 12:00");
  await expect(plot).toContainText("41.44 dB");
  await plot.getByRole("button", { name: "Next sample" }).click();
  await expect(plot).toContainText("Sun 10 Mar 2019 12:05");
  await plot.getByRole("button", { name: "Previous sample" }).click();
  await plot.getByRole("button", { name: "Previous sample" }).click();
  await expect(plot).toContainText("Sun 10 Mar 2019 11:55");

  await plot.getByLabel("Go to time").fill("2019-03-12T12:00");
  await expect(page).toHaveURL(/from=2019-03-12T10:00&to=2019-03-12T14:00/);
});
