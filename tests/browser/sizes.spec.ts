import { levelsFrom } from "../support/series.ts";
import { at, expect, needBrowser, test } from "./dashboard.ts";

needBrowser();

test("the first load is at most 55 kB of script and 12 of styles", async ({ page, gateway }) => {
  const loaded: Promise<{ url: string; length: number }>[] = [];
  page.on("response", (response) => {
    const length = Number(response.headers()["content-length"]);
    loaded.push(response.finished().then(() => ({ url: response.url(), length })));
  });
  await page.goto(`${gateway.internalUrl}/`, { waitUntil: "networkidle" });
  await expect(page.getByTestId("key-form")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Earshot" })).toBeVisible();
  await expect(page).toHaveTitle("Earshot");
  const icon = await page.locator("link[rel=icon]").getAttribute("href");
  const answer = await page.request.get(`${gateway.internalUrl}/${icon}`);
  expect(answer.headers()["content-type"]).toContain("image/svg+xml");
  const files = await Promise.all(loaded);
  const bytesOf = (extension: string) =>
    files.filter(({ url }) => url.endsWith(extension)).reduce((sum, { length }) => sum + length, 0);
  expect(bytesOf(".js")).toBeGreaterThan(10_000);
  expect(bytesOf(".js")).toBeLessThanOrEqual(55_000);
  expect(bytesOf(".css")).toBeGreaterThan(1000);
  expect(bytesOf(".css")).toBeLessThanOrEqual(12_000);
});

test("a month of five-minute samples is shown whole", async ({ page, open, tenantOf }) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 300 } });
  const first = at("2019-03-01T00:00:00Z");
  const count = (at("2019-03-31T23:00:00Z") - first) / 300;
  await tenant.addSamples(
    levelsFrom(first, count, 300, (index) => (index % 1000 === 0 ? 75.5 : 45 + (index % 90) / 10)),
  );
  const plot = await open(
    tenant,
    `#/p/${tenant.projectId}/s/${tenant.sensorIds[0]}?from=2019-03-01&to=2019-03-31`,
    "level-plot",
  );
  await expect(plot).toHaveAttribute("data-points", String(count));
  await expect(plot).toHaveAttribute("data-over", String(Math.ceil(count / 1000)));
  await expect(plot).toHaveAttribute("data-gaps", "0");
  await expect(page.getByTestId("summary")).toContainText(/of 8,\d{3} samples · 9 episodes/);

  // The keys of a plot: the first sample, an exceedance, and its view.
  await plot.locator("[tabindex='0']").first().focus();
  await page.keyboard.press("ArrowRight");
  await expect(plot).toContainText("75.5");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("event")).toContainText("75.5 dB(A)");
});
