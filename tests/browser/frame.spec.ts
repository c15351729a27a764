import { levelsFrom } from "../support/series.ts";
import { at, eventFragment, expect, needBrowser, test } from "./dashboard.ts";
import { works } from "./works.ts";

needBrowser();

test("the controls of the range stand on one line at 1280 px, with all weightings and a range so far", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({
    site: { intervalSeconds: 300, timezone: "America/Argentina/Buenos_Aires" },
  });
  const second = at("2019-03-12T12:00:00Z");
  await tenant.addSamples([{ second, LAeq: 50, LCeq: 60, LZeq: 61 }]);
  await page.clock.setFixedTime("2019-03-12T12:05:00Z");
  await open(
    tenant,
    `#/p/${tenant.projectId}/s/${tenant.sensorIds[0]}?from=2019-03-06&to=2019-03-12`,
  );
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
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

test("a clock change and a cut are noted below the frame, which is as high as without them", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 3600 } });
  await tenant.addSamples([{ second: at("2019-03-30T12:00:00Z"), LAeq: 61 }]);
  await open(
    tenant,
    `#/p/${tenant.projectId}/s/${tenant.sensorIds[0]}?from=2019-03-25&to=2019-04-02`,
  );
  const notes = page.getByTestId("range").getByRole("listitem");
  await expect(notes).toHaveCount(2);
  await expect(notes.first()).toHaveText("23-hour day: clocks go forward on 31 March");
  for (const [width, height, frame] of [
    [1440, 900, 120],
    [390, 844, 96],
  ] as const) {
    await page.setViewportSize({ width, height });
    const header = page.getByRole("banner");
    await expect.poll(async () => (await header.boundingBox())?.height).toBeLessThanOrEqual(frame);
    const [last, heading] = [
      await notes.last().boundingBox(),
      await page.getByRole("heading", { level: 1 }).boundingBox(),
    ];
    expect((last?.y ?? Infinity) + (last?.height ?? 0)).toBeLessThanOrEqual(heading?.y ?? 0);
  }
});

test("a link is copied once the range of the project is known", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf();
  await tenant.addSamples([{ second: at("2019-03-12T12:00:00Z"), LAeq: 50 }]);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/graphql", async (route) => {
    const { operationName } = route.request().postDataJSON() as { readonly operationName: string };
    if (operationName === "ProjectExtents") await released;
    await route.continue();
  });
  await open(tenant, `#/p/${tenant.projectId}`);
  const copy = page.getByRole("banner").getByRole("button", { name: "Copy link" });
  await expect(copy).toBeDisabled();
  release();
  await expect(copy).toBeEnabled();
  await page.evaluate('location.hash = "#/p/nothing"');
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(copy).toBeEnabled();
});

test("the chunk of a view is loaded while the site is read", async ({ page, open, tenantOf }) => {
  const tenant = await tenantOf();
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/graphql", async (route) => {
    const body = route.request().postDataJSON() as { readonly operationName?: string } | null;
    if (body?.operationName === "Site") await isReleased;
    await route.continue();
  });
  const chunk = page.waitForResponse(/\/compliance-page-[\w-]+\.js$/);
  await open(tenant, `#/p/${tenant.projectId}/compliance`);
  await chunk;
  await expect(page.getByTestId("compliance")).toHaveCount(0);
  release();
  await expect(page.getByTestId("compliance")).toBeVisible();
});

test("nothing jumps while project, comparison and wall are loading", async ({
  page,
  open,
  tenantOf,
}) => {
  await page.addInitScript(`
    globalThis.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) globalThis.layoutShift += value;
    }).observe({ type: "layout-shift" });
  `);
  const site = { intervalSeconds: 300, criteria: [works, { ...works, id: "higher", limit: 69 }] };
  const [tenant, other] = [await tenantOf({ sensors: 13, site }), await tenantOf({ site })];
  const start = at("2019-03-10T12:00:00Z");
  // The loudest is the last by name.
  for (const index of [0, 5, 12]) {
    await tenant.addSamples(levelsFrom(start, 288, 300, 50 + 2 * index), index);
  }
  await page.clock.setFixedTime("2019-03-11T12:04:00Z");
  const key = await tenant.createKey({ projects: [tenant.projectId, other.projectId] });
  // A line that is slow shows what comes late.
  const session = await page.context().newCDPSession(page);
  const slow = { offline: false, latency: 200, downloadThroughput: -1, uploadThroughput: -1 };
  await session.send("Network.emulateNetworkConditions", slow);
  for (const [fragment, part] of [
    [`#/p/${tenant.projectId}`, "event-list"],
    [`#/p/${tenant.projectId}/compare`, "compare"],
    ["#/wall", "wall"],
  ] as const) {
    await page.goto("about:blank");
    await open({ key }, fragment, part);
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    const shift = await page.evaluate<number>("globalThis.layoutShift");
    expect(shift, fragment).toBeLessThan(0.05);
  }
});

test("a view whose part cannot be loaded has its heading, and an exceedance that is not read yet one, too", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 300 } });
  const second = at("2019-03-10T12:00:00Z");
  await tenant.addSamples([{ second, LAeq: 66 }]);
  await page.route(/\/assets\/availability-view/, (route) => route.abort("connectionfailed"));
  await open(tenant, `#/p/${tenant.projectId}`);
  await page.getByRole("link", { name: "Availability" }).click();
  await expect(page.getByText("A part of this page could not be loaded.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Availability" })).toBeFocused();

  await page.route("**/graphql", (route) =>
    (route.request().postData() ?? "").includes("EventSample")
      ? route.abort("connectionfailed")
      : route.continue(),
  );
  await page.evaluate(`location.hash = ${JSON.stringify(eventFragment(tenant, second))}`);
  await expect(page.getByRole("heading", { level: 1, name: "Sample" })).toBeFocused();
});
