import { at, expect, needBrowser, openView } from "./dashboard.ts";
import { test } from "./demonstration.ts";

needBrowser();

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

test("the controls of the range stand on one line at 1280 px, with all weightings and a range so far", async ({
  page,
  gateway,
  tenantOf,
}) => {
  const tenant = await tenantOf({
    site: { intervalSeconds: 300, timezone: "America/Argentina/Buenos_Aires" },
  });
  const second = at("2019-03-12T12:00:00Z");
  await tenant.addSamples([{ second, LAeq: 50, LCeq: 60, LZeq: 61 }]);
  await page.clock.setFixedTime("2019-03-12T12:05:00Z");
  const fragment = `#/p/${tenant.projectId}/s/${tenant.sensorIds[0]}?from=2019-03-06&to=2019-03-12`;
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("about:blank");
    await openView(page, gateway.internalUrl, tenant.key, fragment);
    const range = page.getByTestId("range");
    await expect(range).toContainText("so far");
    await expect(range.getByRole("button", { name: "Z" })).toBeVisible();
    const controls = range.getByRole("button");
    const edges = await controls.evaluateAll((all) =>
      all
        .map((control) => control.getBoundingClientRect())
        .map(({ top, right }) => ({ top, right })),
    );
    expect(edges).toHaveLength(2 + 1 + 3);
    const tops = edges.map(({ top }) => top);
    expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(8);
    expect(Math.max(...edges.map(({ right }) => right))).toBeLessThanOrEqual(width);
    const header = await page.getByRole("banner").boundingBox();
    expect(header?.height).toBeLessThanOrEqual(120);
  }
});

test("the page has a name and an icon of its own", async ({ page, gateway }) => {
  await page.goto(`${gateway.internalUrl}/`);
  await expect(page.getByRole("heading", { level: 1, name: "Earshot" })).toBeVisible();
  await expect(page).toHaveTitle("Earshot");
  const icon = await page.locator("link[rel=icon]").getAttribute("href");
  const answer = await page.request.get(`${gateway.internalUrl}/${icon}`);
  expect(answer.headers()["content-type"]).toContain("image/svg+xml");
});

for (const [width, height, frame] of [
  [1440, 900, 120],
  [390, 844, 96],
] as const) {
  test(`at ${width} px a clock change and a cut are noted below the frame, which is as high as without them`, async ({
    page,
    gateway,
    tenantOf,
  }) => {
    await page.setViewportSize({ width, height });
    const tenant = await tenantOf({ site: { intervalSeconds: 3600 } });
    await tenant.addSamples([{ second: at("2019-03-30T12:00:00Z"), LAeq: 61 }]);
    const fragment = `#/p/${tenant.projectId}/s/${tenant.sensorIds[0]}?from=2019-03-25&to=2019-04-02`;
    await openView(page, gateway.internalUrl, tenant.key, fragment);
    const notes = page.getByTestId("range").getByRole("listitem");
    await expect(notes).toHaveCount(2);
    await expect(notes.first()).toHaveText("23-hour day: clocks go forward on 31 March");
    const header = await page.getByRole("banner").boundingBox();
    expect(header?.height).toBeLessThanOrEqual(frame);
    const [last, heading] = [
      await notes.last().boundingBox(),
      await page.getByRole("heading", { level: 1 }).boundingBox(),
    ];
    expect((last?.y ?? Infinity) + (last?.height ?? 0)).toBeLessThanOrEqual(heading?.y ?? 0);
  });
}
