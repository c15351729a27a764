import { levelsFrom } from "../support/series.ts";
import { at, expect, needBrowser, test } from "./dashboard.ts";

needBrowser();

const hour = 3600;

test("the overview leads to the share of each day's samples, and a figure to the gaps of its day", async ({
  page,
  open,
  tenantOf,
}) => {
  const site = { intervalSeconds: hour, timezone: "Europe/Dublin" };
  const tenant = await tenantOf({ sensors: 3, site });
  const [all = "", part = "", none = ""] = tenant.sensorIds;
  const first = at("2019-03-12T00:00:00Z");
  // From the 12th to noon of the 14th; the second has no sample from 06:00 to 12:00 of the 13th.
  const hours = levelsFrom(first, 60, hour, 50);
  await tenant.addSamples(hours, 0);
  await tenant.addSamples(
    hours.filter((_, index) => index < 30 || index >= 36),
    1,
  );
  await page.clock.setFixedTime("2019-03-14T12:00:00Z");
  await open(tenant);
  await page.getByRole("link", { name: "Did all samples arrive?" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Availability" })).toBeFocused();
  const matrix = page.getByTestId("availability");
  await expect(matrix).toHaveAttribute("data-ready", "true");
  await expect(page.getByTestId("yesterday")).toHaveText(
    "1 of 3 delivered all of yesterday, 1 nothing",
  );
  const cell = (sensor: string, day: string) =>
    page.locator(`[data-sensor="${sensor}"][data-day="${day}"]`);
  await expect(cell(all, "2019-03-13")).toHaveAttribute("data-share", "100");
  await expect(cell(part, "2019-03-13")).toHaveAttribute("data-share", "75");
  await expect(cell(none, "2019-03-13")).toHaveAttribute("data-share", "0");
  // Today is whole so far: what is still to come is not missing.
  await expect(cell(all, "2019-03-14")).toHaveAttribute("data-share", "100");
  await expect(cell(all, "2019-03-14")).toHaveAttribute("title", /12 of 12 samples so far/);
  // Two begin with the 12th; the one without a sample is due on each day of the contract.
  expect(await page.getByTestId("availability-cell").count()).toBe(3 + 3 + 7);

  await cell(part, "2019-03-13").getByRole("button").click();
  const gaps = page.getByRole("region", { name: "Gaps" });
  await expect(gaps.getByRole("listitem")).toHaveText(
    "Wed 13 Mar 2019 06:00 to Wed 13 Mar 2019 12:00: 6 h, 6 missing",
  );
  await expect(page).toHaveURL(new RegExp(`gaps=${part}&day=2019-03-13`));
  await gaps.getByRole("button", { name: "Close" }).click();
  await expect(gaps).toHaveCount(0);
});

test("gaps are of the days on which samples are expected, and keys reach every control", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({
    sensors: [{ endAt: "2019-03-12" }, {}],
    site: { intervalSeconds: hour },
  });
  const [sensor = ""] = tenant.sensorIds;
  const samples = (count: number) => levelsFrom(at("2019-03-10T12:00:00Z"), count, hour, 50);
  // From noon of the 10th to noon of the 12th, without 04:00 of the 11th.
  await tenant.addSamples(samples(48).filter((_, index) => index !== 16));
  await tenant.addSamples(samples(228), 1);
  await page.clock.setFixedTime("2019-03-20T00:00:00Z");
  const days = "from=2019-03-08&to=2019-03-16";
  const view = `#/p/${tenant.projectId}/availability?${days}`;
  await open(tenant, `${view}&gaps=${sensor}&day=2019-03-14`);
  const gaps = page.getByRole("region", { name: "Gaps of Sensor 0" });
  await expect(gaps).toContainText("Sensor 0: no sample is expected.");
  await page.evaluate(`location.hash = ${JSON.stringify(view)}`);
  await expect(gaps).toHaveCount(0);

  const matrix = page.getByTestId("availability");
  const opener = matrix.getByRole("button", { name: "Gaps of Sensor 0" });
  const link = matrix.getByRole("link", { name: "Sensor 0" });
  await opener.focus();
  await page.keyboard.press("ArrowRight");
  await expect(link).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(matrix.locator(":focus")).toHaveText("95");
  await page.keyboard.press("Home");
  await expect(opener).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(gaps).toContainText(
    "Sensor 0, Sun 10 Mar 2019 12:00 to Tue 12 Mar 2019 12:00: 1 gap",
  );
  await expect(gaps).not.toContainText("gaps");
  await expect(gaps.getByRole("list", { name: "Missing time" }).getByRole("listitem")).toHaveText([
    "Mon 11 Mar 2019 04:00 to Mon 11 Mar 2019 05:00: 1 h, 1 missing",
  ]);
  const close = gaps.getByRole("button", { name: "Close" });
  // It stands below the words, and looks like a button.
  const [words, button] = await Promise.all(
    [gaps.locator("p").first(), close].map((part) => part.boundingBox()),
  );
  expect(button?.x).toBe(words?.x);
  expect(button?.width).toBeLessThan(100);
  await expect(close).toHaveCSS("border-top-style", "solid");
  await page.keyboard.press("Tab");
  await expect(close).toBeFocused();
  // Arrows are those of the grid, which the gaps do not belong to.
  await page.keyboard.press("ArrowUp");
  await expect(close).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("ArrowDown");
  await expect(matrix.getByRole("button", { name: "Gaps of Sensor 1" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(gaps).toHaveCount(0);
  await expect(opener).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(close).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(gaps).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test("a sensor whose times do not agree with its interval has a note with the mend", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ sensors: 2 });
  const [unsteady = "", steady = ""] = tenant.sensorIds;
  const first = at("2019-03-12T10:00:00Z");
  const minutes = [0, 1, 2, 3, 4, 24, 44, 45, 46, 47, 48, 49, 50, 51, 52];
  await tenant.addSamples(minutes.map((minute) => ({ second: first + minute * 60, LAeq: 50 })));
  await tenant.addSamples(
    minutes.map((_, index) => ({ second: first + index * 60, LAeq: 50 })),
    1,
  );
  const gapsOf = (sensor: string) =>
    `#/p/${tenant.projectId}/availability?from=2019-03-12&to=2019-03-12&gaps=${sensor}`;
  await open(tenant, gapsOf(unsteady));
  const note = page.getByRole("note").filter({ hasText: "do not agree with this interval" });
  await expect(note).toContainText("Declare intervalSeconds in the site file");
  await page.evaluate(`location.hash = ${JSON.stringify(gapsOf(steady))}`);
  await expect(page.getByText("A sample is expected every 1 min (inferred).")).toBeVisible();
  await expect(note).toHaveCount(0);
});

test("paper has the rows of all sensors", async ({ page, open, tenantOf }) => {
  const sensors = Array.from({ length: 103 }, (_, index) => ({ name: `Gate ${index}` }));
  const tenant = await tenantOf({ sensors, site: { intervalSeconds: 300 } });
  const day = "from=2019-03-11&to=2019-03-12";
  await open(tenant, `#/p/${tenant.projectId}/availability?${day}`, "availability");
  await page.emulateMedia({ media: "print" });
  const hidden = await page
    .getByRole("region", { name: /Samples a day/ })
    .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  expect(hidden).toBeLessThanOrEqual(1);
});
