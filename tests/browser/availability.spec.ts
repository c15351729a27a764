import { at, expect, needBrowser, openView, test } from "./dashboard.ts";

needBrowser();

const hour = 3600;

test("the overview leads to the share of each day's samples, and a figure to the gaps of its day", async ({
  page,
  gateway,
  tenantOf,
}) => {
  const site = { intervalSeconds: hour, timezone: "Europe/Dublin" };
  const tenant = await tenantOf({ sensors: 3, site });
  const [all = "", part = "", none = ""] = tenant.sensorIds;
  const first = at("2019-03-12T00:00:00Z");
  // From the 12th to noon of the 14th; the second has no sample from 06:00 to 12:00 of the 13th.
  const hours = Array.from({ length: 60 }, (_, index) => ({
    second: first + index * hour,
    LAeq: 50,
  }));
  await tenant.addSamples(hours, 0);
  await tenant.addSamples(
    hours.filter((_, index) => index < 30 || index >= 36),
    1,
  );
  await page.clock.setFixedTime("2019-03-14T12:00:00Z");
  await openView(page, gateway.internalUrl, tenant.key);
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

test("a sensor whose times do not agree with its interval has a note with the mend", async ({
  page,
  gateway,
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
  await openView(page, gateway.internalUrl, tenant.key, gapsOf(unsteady));
  const note = page.getByRole("note").filter({ hasText: "do not agree with this interval" });
  await expect(note).toContainText("Declare intervalSeconds in the site file");
  await page.evaluate(`location.hash = ${JSON.stringify(gapsOf(steady))}`);
  await expect(page.getByText("a sample every 1 min (inferred)")).toBeVisible();
  await expect(note).toHaveCount(0);
});
