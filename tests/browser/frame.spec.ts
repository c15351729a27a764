import { at, expect, needBrowser, test } from "./dashboard.ts";

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
