import type { Locator } from "playwright/test";
import { levelsFrom } from "../support/series.ts";
import { at, eventFragment, expect, needBrowser, observeLayoutShift, test } from "./dashboard.ts";
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
  const layoutShift = await observeLayoutShift(page);
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
    const shift = await layoutShift();
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
  const heading = page.getByRole("heading", { level: 1, name: "Availability" });
  await expect(heading).toBeFocused();
  // The ring around it is as wide as its text.
  expect((await heading.boundingBox())?.width).toBeLessThan(400);

  await page.route("**/graphql", (route) =>
    (route.request().postData() ?? "").includes("EventSample")
      ? route.abort("connectionfailed")
      : route.continue(),
  );
  await page.evaluate(`location.hash = ${JSON.stringify(eventFragment(tenant, second))}`);
  await expect(page.getByRole("heading", { level: 1, name: "Sample" })).toBeFocused();
});

test("a copied link has the days of all projects, and a wall has one, too", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 300 } });
  await tenant.addSamples(levelsFrom(at("2019-03-12T00:00:00Z"), 12, 300, 50));
  await page.clock.setFixedTime("2019-03-12T12:00:00Z");
  await open(tenant, "#/availability?days=31", "availability");
  const link = page.getByRole("banner").getByLabel("Address of this view").first();
  await expect(link).toHaveValue(/from=2019-02-10&to=2019-03-12$/);
  const copied = new URL(await link.inputValue()).hash;
  // The next day it shows the same days.
  await page.clock.setFixedTime("2019-03-13T12:00:00Z");
  await page.goto("about:blank");
  await open(tenant, copied, "availability");
  const heads = page.getByRole("columnheader");
  await expect(heads).toHaveCount(32);
  await expect(heads.last()).toHaveAttribute("title", "Tue 12 Mar 2019");
  await page.getByRole("button", { name: "7 days" }).click();
  await expect(heads).toHaveCount(8);
  await expect(heads.last()).toHaveAttribute("title", "Wed 13 Mar 2019");

  await page.evaluate('location.hash = "#/wall"');
  await expect(page.getByLabel("Address of this view")).toHaveValue(/#\/wall$/);
  await expect(page.getByRole("button", { name: "Copy link" })).toBeVisible();
});

test("the place of each view is marked as current, and Esc or a press elsewhere closes the key's menu", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf();
  const second = at("2019-03-12T12:00:00Z");
  await tenant.addSamples([{ second, LAeq: 66 }]);
  await open(tenant);
  const current = page.getByRole("banner").locator("[aria-current]");
  await expect(current).toHaveAccessibleName("Earshot: overview");
  const sensor = `#/p/${tenant.projectId}/s/${tenant.sensorIds[0]}`;
  for (const [fragment, name] of [
    [sensor, "Sensor 0"],
    [eventFragment(tenant, second), "Sensor 0"],
    [`#/p/${tenant.projectId}/events`, "Events"],
  ] as const) {
    await page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
    await expect(current).toHaveAccessibleName(name);
  }

  const summary = page.locator("summary", { hasText: "Key" });
  const entry = page.getByRole("button", { name: "Forget the key" });
  await summary.click();
  await expect(entry).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(entry).toBeHidden();
  await expect(summary).toBeFocused();
  await summary.click();
  await page.getByRole("button", { name: "Help and keys" }).click();
  await expect(entry).toBeHidden();
});

test("names that are alike are told apart by their end: in the frame, on the map and in availability", async ({
  page,
  open,
  tenantOf,
}) => {
  const start = "Gate 7 of the metro line, Kindergarten Sonnenschein, playground";
  const sensors = ["north", "south"].map((side, index) => ({
    name: `${start} ${side}`,
    location: { latitude: 53.35 + index / 100, longitude: -6.26 },
  }));
  const tenant = await tenantOf({ sensors, site: { intervalSeconds: 300 } });
  await tenant.addSamples(levelsFrom(at("2019-03-12T00:00:00Z"), 12, 300, 50));
  const sensor = `#/p/${tenant.projectId}/s/${tenant.sensorIds[0]}`;
  await open(tenant, sensor);
  const crumb = page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link").last();
  const rightOf = async (part: Locator) => {
    const box = await part.boundingBox();
    return (box?.x ?? NaN) + (box?.width ?? NaN);
  };
  const widths = [];
  for (const [width, height] of [
    [1920, 1080],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    const end = crumb.getByText("north", { exact: true });
    expect(await rightOf(end)).toBeLessThanOrEqual((await rightOf(crumb)) + 1);
    expect((await end.boundingBox())?.width).toBeGreaterThan(30);
    widths.push((await crumb.boundingBox())?.width ?? 0);
  }
  // A larger window shows no less.
  expect(widths[0]).toBeGreaterThanOrEqual(widths[1] ?? NaN);

  // On a phone, names have two lines, and the range two below each other.
  await page.setViewportSize({ width: 390, height: 844 });
  const views = await page.getByRole("button", { name: "Views" }).boundingBox();
  expect(await rightOf(crumb)).toBeLessThanOrEqual(views?.x ?? 0);
  // One that needs more says so: its end is an ellipsis.
  await expect(crumb.locator(".end-kept")).toHaveCSS("-webkit-line-clamp", "2");
  const lines = page.locator(".range-text > :is(strong, .muted)");
  for (const line of await lines.all()) {
    expect((await line.boundingBox())?.height).toBeLessThan(20);
  }
  await page.getByRole("button", { name: "Dates" }).click();
  const sheet = page.getByRole("dialog", { name: "Choose a range" });
  await expect(sheet).toContainText("Times of Europe/Dublin");
  await sheet.getByRole("button", { name: "Close" }).click();

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.evaluate(`location.hash = "#/p/${tenant.projectId}"`);
  await expect(page.getByTestId("map")).toHaveAttribute("data-ready", "true");
  const ends = page.locator(".pin-name > :last-child");
  await expect(ends).toHaveText(["north", "south"]);
  for (const end of await ends.all()) {
    expect(await end.evaluate((text) => text.scrollWidth - text.clientWidth)).toBeLessThan(1);
  }
  await page.evaluate(`location.hash = "#/p/${tenant.projectId}/availability"`);
  const heads = page.getByTestId("availability").getByRole("rowheader");
  await expect(heads).toHaveCount(2);
  for (const head of await heads.all()) {
    expect(await head.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBeLessThan(1);
    // Its second line is no row of its own: it stands below the first, not below the button.
    const [button, link] = [head.getByRole("button"), head.getByRole("link")];
    expect((await link.boundingBox())?.x).toBeGreaterThanOrEqual(await rightOf(button));
  }
});
