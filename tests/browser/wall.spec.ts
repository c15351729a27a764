import { runInNewContext } from "node:vm";
import { wallPage } from "../../src/dashboard/browser/components/frame/wall-page.ts";
import type { Page } from "playwright/test";
import { levelsFrom } from "../support/series.ts";
import { at, expect, needBrowser, refuse, test } from "./dashboard.ts";
import { grown, livingObjects } from "./living-objects.ts";
import { workingDays, works } from "./works.ts";

needBrowser();

const now = at("2019-03-10T12:10:00Z");

/** Moves the clock by a minute, and waits for the answer of the refresh. */
async function refresh(page: Page): Promise<void> {
  const answered = page.waitForResponse(/\/graphql$/);
  await page.clock.runFor(60_000);
  await (await answered).finished();
}

test("the wallboard has no header, puts what is above first, polls, and keeps no memory of its refreshes", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ sensors: 30, site: { intervalSeconds: 300 } });
  await tenant.addSamples([{ second: now - 600, LAeq: 50 }], 4);
  await tenant.addSamples([{ second: now - 600, LAeq: 71.5 }], 17);
  await tenant.addSamples([{ second: now - 7200, LAeq: 50 }], 25);
  await page.clock.install({ time: now * 1000 });
  await open(tenant, "#/wall");
  const tiles = page.getByTestId("sensor-row");
  await expect(tiles).toHaveCount(30);
  await expect(tiles.first()).toHaveAttribute("data-state", "above");
  await expect(tiles.first()).toContainText("71.5");
  await expect(tiles.nth(1)).toHaveAttribute("data-state", "silent");
  await expect(page.getByTestId("range")).toHaveCount(0);
  await expect(page.getByRole("navigation")).toHaveCount(0);

  await tenant.addSamples([{ second: now - 300, LAeq: 72.5 }], 9);
  await refresh(page);
  await expect(tiles.first()).toContainText("72.5");

  const refreshes = async () => {
    for (let round = 0; round < 5; round += 1) await refresh(page);
    return livingObjects(page);
  };
  const before = await refreshes();
  const after = await refreshes();
  expect(grown(before, after), `before: ${JSON.stringify(before)}`).toEqual([]);
  await expect(tiles).toHaveCount(30);
});

test("a sensor that is new has its interval from its second sample on, and that of a trial before does not stay", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ sensors: 2 });
  const start = now - 3 * 3600;
  const sample = (second: number) => ({ second: start + second, LAeq: 50 });
  await tenant.addSamples([sample(-600)], 0);
  // The trial: samples ten seconds apart.
  await tenant.addSamples([0, 10].map(sample), 1);
  await page.clock.install({ time: (start + 20) * 1000 });
  await open(tenant, "#/wall");
  const tile = (index: number) => page.locator(`[data-sensor="${tenant.sensorIds[index]}"]`);
  await expect(tile(0)).toHaveAttribute("data-state", "within");
  await page.clock.fastForward("50:00");
  await expect(tile(0)).toHaveAttribute("data-state", "silent");
  await expect(tile(1)).toHaveAttribute("data-state", "silent");
  await tenant.addSamples([3000, 6600].map(sample), 0);
  await tenant.addSamples([3600, 7200].map(sample), 1);
  // Fifty minutes after the start of the newest sample at least; samples are an hour apart.
  await page.clock.fastForward("02:00:00");
  await expect(tile(0)).toHaveAttribute("data-state", "within");
  await expect(tile(1)).toHaveAttribute("data-state", "within");
});

test("names that differ at their end are distinguished, and one sensor is one", async ({
  page,
  open,
  tenantOf,
}) => {
  const name = "Monitor of the northern ring road";
  const tenant = await tenantOf({ sensors: [{ name }] });
  await open(tenant, "#/wall");
  await expect(page.getByTestId("wall")).toContainText(/1 sensor(?!s)/);
  await page.setViewportSize({ width: 300, height: 600 });
  const [content, shown] = await page
    .getByRole("link", { name })
    .evaluate((link) => [link.scrollWidth, link.clientWidth]);
  expect(content).toBeLessThanOrEqual(shown ?? 0);
});

test("sites with criteria lead with them, and the wall is filled", async ({
  page,
  open,
  tenantOf,
}) => {
  const construction = { ...works, days: workingDays };
  const criteria = [
    construction,
    { ...construction, id: "higher", name: "Higher", limit: 69 },
    // Over since nine: nothing is left of its budget that somebody could save.
    { ...construction, id: "early", name: "Early", to: "09:00", limit: 65.2 },
    { ...construction, id: "hours", level: "LCeq", over: { block: "PT1H" }, limit: 61, allowed: 1 },
  ];
  const tenant = await tenantOf({ sensors: 13, site: { intervalSeconds: 300, criteria } });
  const monday = at("2019-03-11T07:00:00Z");
  for (const [index, [LAeq, length]] of (
    [
      [70, 110],
      [64.9, 125],
    ] as const
  ).entries()) {
    await tenant.addSamples(
      Array.from({ length }, (_, place) => ({ second: monday + place * 300, LAeq })),
      index,
    );
  }
  for (const index of [3, 4]) {
    const hour = levelsFrom(at("2019-03-11T16:00:00Z"), 12, 300, 40);
    await tenant.addSamples(
      hour.map((sample) => ({ ...sample, LCeq: 62 })),
      index,
    );
  }
  // Above its limit now, and far from the level of the criterion.
  await tenant.addSamples([{ second: at("2019-03-11T17:20:00Z"), LAeq: 62 }], 2);
  await page.clock.setFixedTime("2019-03-11T17:25:00Z");
  await page.setViewportSize({ width: 1920, height: 1080 });
  await open(tenant);
  const lead = page.getByRole("list", { name: "Criteria today" });
  await expect(lead).toContainText("today: ▲ 3 windows exceeded, 3 budgets above 90 %");
  const difference =
    "A criterion is of the permit and judges a window of time; a limit is of the schedule and judges each sample.";
  await expect(page.getByText(difference)).toBeVisible();
  const place = await lead.boundingBox();
  const figures = await page
    .getByRole("button", { name: /above limit/ })
    .first()
    .boundingBox();
  expect(place?.y).toBeLessThan(figures?.y ?? 0);

  await page.getByRole("link", { name: "Wallboard" }).click();
  const wall = page.getByTestId("wall");
  await expect(wall).toContainText("3 windows exceeded, 3 budgets above 90 %");
  // The wall has it in a few words, in the line that is there: none of them is cut.
  const note = wall.getByTitle(difference);
  await expect(note).toHaveText("Criterion: a window of time · limit: each sample");
  expect(await note.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  const [line, clock] = await Promise.all(
    [note, wall.locator(".wall-clock")].map((part) => part.boundingBox()),
  );
  expect(line?.y).toBeLessThan((clock?.y ?? 0) + (clock?.height ?? 0));
  const tile = page.locator(`[data-sensor="${tenant.sensorIds[0]}"]`);
  await expect(tile).toContainText("▲ Construction and 2 more exceeded");
  await expect(tile).toHaveAttribute("data-state", "silent");
  await expect(page.getByTestId("sensor-row").first()).toHaveAttribute(
    "data-sensor",
    tenant.sensorIds[0] ?? "",
  );
  await expect(page.getByTestId("sensor-row").nth(1)).toContainText("dB");
  const box = await page.getByTestId("sensor-row").last().boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(1040);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(1080);
  const size = await tile
    .locator(".wall-level")
    .evaluate((level) => getComputedStyle(level).fontSize);
  expect(parseFloat(size)).toBeGreaterThan(60);
  // All tiles are of one project, which is not said on each.
  await expect(page.getByTestId("sensor-row").first()).not.toContainText("Project of a test");
  const levels = page.locator(".wall-level");
  const tops = await levels.evaluateAll((all) =>
    all.map((level) => level.getBoundingClientRect().top),
  );
  // Beside verdicts of two lines, silences or neither, the levels of a row stand at one height.
  const firstRow = tops.slice(0, 5);
  expect(Math.max(...firstRow) - Math.min(...firstRow)).toBeLessThan(1);

  // In a small tile a verdict is a number: its words would be cut.
  const [words, number] = ["▲ Construction and 2 more exceeded", "▲ 3 exceeded"].map((text) =>
    tile.getByText(text, { exact: true }),
  );
  await expect(words ?? wall).toBeVisible();
  await page.setViewportSize({ width: 1000, height: 300 });
  await expect(number ?? wall).toBeVisible();
  await expect(words ?? wall).toBeHidden();
  // A name has whole lines.
  const [nameHeight, lineHeight] = await tile
    .locator(".wall-name")
    .evaluate((link) => [link.clientHeight, parseFloat(getComputedStyle(link).lineHeight)]);
  expect(nameHeight).toBeGreaterThanOrEqual(Math.floor(lineHeight ?? NaN));

  // On a phone the verdict is whole.
  await page.setViewportSize({ width: 390, height: 844 });
  const verdict = wall.getByText("3 windows exceeded, 3 budgets above 90 %");
  const verdictBox = await verdict.boundingBox();
  expect((verdictBox?.x ?? NaN) + (verdictBox?.width ?? NaN)).toBeLessThanOrEqual(390);

  // A project with exceeded windows stands before others.
  const kept = await tenantOf({ site: { name: "A quiet site", intervalSeconds: 300, criteria } });
  const key = await kept.createKey({ projects: [kept.projectId, tenant.projectId] });
  await page.goto("about:blank");
  await open({ key });
  await expect(lead.getByRole("listitem")).toHaveText([
    "Project of a test today: ▲ 3 windows exceeded, 3 budgets above 90 %",
    "A quiet site today: no window exceeded",
  ]);
});

test("verdicts that cannot be read are no kept ones", async ({ page, open, tenantOf }) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 300, criteria: [works] } });
  await tenant.addSamples([{ second: at("2019-03-11T07:00:00Z"), LAeq: 70 }]);
  await page.clock.setFixedTime("2019-03-11T12:00:00Z");
  const errors = [{ message: "The service is unavailable", extensions: { code: "UNAVAILABLE" } }];
  await page.route("**/graphql", (route) =>
    (route.request().postData() ?? "").includes("assessments")
      ? route.fulfill({ json: { data: null, errors } })
      : route.continue(),
  );
  await open(tenant);
  const lead = page.getByRole("list", { name: "Criteria today" });
  await expect(lead).toContainText("today: not all verdicts could be read");
});

test("the line of a site with criteria has its place before its verdicts have come", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 300, criteria: [works] } });
  await tenant.addSamples([{ second: at("2019-03-11T07:00:00Z"), LAeq: 70 }]);
  await page.clock.setFixedTime("2019-03-11T12:00:00Z");
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/graphql", async (route) => {
    if ((route.request().postData() ?? "").includes("assessments")) await asked;
    await route.continue();
  });
  await open(tenant);
  const line = page.getByRole("list", { name: "Criteria today" }).getByRole("listitem");
  await expect(line).toContainText("today: …");
  const place = await line.boundingBox();
  answer();
  await expect(line).toContainText("today: no window exceeded");
  expect(await line.boundingBox()).toMatchObject({ y: place?.y, height: place?.height });
});

test("a wall opens by a page with a key of its own, which is in no address @firefox", async ({
  page,
  open,
  tenantOf,
  gateway,
  homes,
}, testInfo) => {
  homes.push(`file://${testInfo.outputDir}`);
  const tenant = await tenantOf({ site: { intervalSeconds: 300 } });
  await open(tenant, "#/");
  await page.locator("summary", { hasText: "Key" }).click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Page for a wall" }).click();
  const path = testInfo.outputPath("wallboard.html");
  await (await downloading).saveAs(path);

  // A screen that starts has nothing but the page.
  for (const start of [1, 2]) {
    await page.goto(`file://${path}`);
    const wall = page.getByTestId("wall");
    await expect(wall, `start ${start}`).toHaveAttribute("data-ready", "true");
    expect(page.url()).toBe(`${gateway.internalUrl}/#/wall`);
    expect(await page.content()).not.toContain(tenant.key);
  }
});

test("a wall waits for a server that starts later than its screen", async () => {
  const [, script = ""] =
    /<script>([^]*)<\/script>/.exec(wallPage("http://127.0.0.1:8081/", "amk0.a.b")) ?? [];
  const pictures: { src?: string; onload?: () => void; onerror?: () => void }[] = [];
  const waiting: (() => void)[] = [];
  let submitted = 0;
  runInNewContext(script, {
    Image: function Image(this: (typeof pictures)[number]) {
      pictures.push(this);
    },
    setTimeout: (next: () => void) => waiting.push(next),
    document: { forms: [{ submit: () => (submitted += 1) }] },
  });
  // A proxy answers 502 before the server is there: that is no picture.
  pictures[0]?.onerror?.();
  expect([pictures[0]?.src, waiting.length, submitted]).toEqual([
    "http://127.0.0.1:8081/wall",
    1,
    0,
  ]);
  waiting[0]?.();
  pictures[1]?.onload?.();
  expect([pictures.length, waiting.length, submitted]).toEqual([2, 1, 1]);
});

test("a wall tries its key until the server knows it", async ({ page, tenantOf, gateway }) => {
  const { key } = await tenantOf({ site: { intervalSeconds: 300 } });
  const goOn = await refuse(page, "Viewer");
  await page.route(`${gateway.internalUrl}/start`, (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<form method="post" action="wall#/wall"><input name="key" value="${key}"></form>`,
    }),
  );
  await page.goto(`${gateway.internalUrl}/start`);
  await page.evaluate("document.forms[0].submit()");
  await expect(page.getByRole("alert")).toHaveText("Not this time.");
  await goOn();
  await expect(page.getByTestId("wall")).toBeVisible();
});

test("the address of a wall may be escaped", () => {
  const text = wallPage("http://127.0.0.1:8081/a&copy/", "amk0.a.b");
  expect(text).toContain('action="http://127.0.0.1:8081/a&amp;copy/wall#/wall"');
  expect(text).toContain('"http://127.0.0.1:8081/a&copy/wall"');
});
