import { expect, needChromium, openView } from "./dashboard.ts";
import { test } from "./demonstration.ts";

needChromium();

for (const [width, height, frame] of [
  [1440, 900, 120],
  [390, 844, 96],
] as const) {
  test(`at ${width} px the frame takes ${frame} px at most, and a sensor opens with half of its plot in sight`, async ({
    page,
    gateway,
    demonstration,
  }) => {
    await page.setViewportSize({ width, height });
    const sensor = "#/p/demo-lisbon/s/demo-lisbon-street";
    await openView(page, gateway.internalUrl, demonstration.key, sensor);
    const plot = page.getByTestId("level-plot");
    await expect(plot).toHaveAttribute("data-ready", "true");
    const header = await page.getByRole("banner").boundingBox();
    expect(header?.height).toBeLessThanOrEqual(frame);
    await expect(page.getByTestId("range")).toBeInViewport({ ratio: 1 });
    const picture = await plot.locator("canvas").first().boundingBox();
    expect((picture?.y ?? Infinity) + (picture?.height ?? 0) / 2).toBeLessThan(height);
    const sideways = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    expect(await page.evaluate(sideways)).toBe(0);

    // The other views of the project are a step away.
    if (width < 720) await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("link", { name: "Schedule" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(page.getByRole("link", { name: "Schedule" })).toBeVisible({
      visible: width > 720,
    });
  });
}

test("the page has a name and an icon of its own", async ({ page, gateway }) => {
  await page.goto(`${gateway.internalUrl}/`);
  await expect(page.getByRole("heading", { level: 1, name: "Earshot" })).toBeVisible();
  await expect(page).toHaveTitle("Earshot");
  const icon = await page.locator("link[rel=icon]").getAttribute("href");
  const answer = await page.request.get(`${gateway.internalUrl}/${icon}`);
  expect(answer.headers()["content-type"]).toContain("image/svg+xml");
});
