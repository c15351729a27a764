import { levelsFrom } from "../support/series.ts";
import { at, eventFragment, expect, needBrowser, test } from "./dashboard.ts";
import { works } from "./works.ts";

needBrowser();

const minutes = (first: string, count: number, LAeq: number) =>
  levelsFrom(at(first), count, 300, LAeq);

test("two hours around an exceedance end now without a gap, and have the samples that come, whatever the range, in the same plot", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 300 } });
  await tenant.addSamples(minutes("2019-03-12T07:00:00Z", 36, 61));
  await page.clock.install({ time: "2019-03-12T10:02:00Z" });
  const sample = eventFragment(tenant, at("2019-03-12T09:55:00Z"));
  await open(tenant, `${sample}?from=2019-03-11&to=2019-03-11`);
  const plot = page.getByTestId("level-plot");
  await expect(plot).toHaveAttribute("data-points", "25");
  await expect(plot).toHaveAttribute("data-gaps", "0");
  await plot.evaluate((block) => (block.id = "first"));
  await tenant.addSamples(minutes("2019-03-12T10:00:00Z", 24, 62));
  await page.clock.fastForward("01:00:00");
  await expect(plot).toHaveAttribute("data-points", "38");
  await page.clock.fastForward("01:00:00");
  await expect(plot).toHaveAttribute("data-points", "49");
  await expect(plot).toHaveId("first");
});

test("after midnight, the last seven days move on with the first sample of the new day", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 300 } });
  await tenant.addSamples(minutes("2019-03-12T23:00:00Z", 12, 50));
  await page.clock.install({ time: "2019-03-13T00:02:00Z" });
  await open(tenant, `#/p/${tenant.projectId}/s/${tenant.sensorIds[0]}`);
  const plot = page.getByTestId("level-plot");
  await expect(plot).toHaveAttribute("data-points", "12");
  await expect(page.getByTestId("range")).toContainText("Wed 6 Mar – Tue 12 Mar 2019");
  await tenant.addSamples(minutes("2019-03-13T00:00:00Z", 1, 51));
  await page.clock.runFor(60_000);
  await expect(page.getByTestId("range")).toContainText("Thu 7 Mar – Wed 13 Mar 2019");
  await expect(plot).toHaveAttribute("data-points", "13");
});

test("a report of days that go on is read again as the overview is, and keeps its sheet meanwhile", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 300 } });
  await tenant.addSamples(minutes("2019-03-12T07:00:00Z", 36, 61));
  await page.clock.install({ time: "2019-03-12T10:02:00Z" });
  const report = await open(
    tenant,
    `#/p/${tenant.projectId}/report?from=2019-03-12&to=2019-03-12`,
    "report",
  );
  const asOf = report.getByRole("status");
  await expect(asOf).toContainText("As of 10:0");
  const before = await asOf.innerText();
  await expect(report).toContainText("1 episode of 36 exceedances.");
  await report.locator(".sheet").evaluate((sheet) => (sheet.id = "first"));

  await tenant.addSamples(minutes("2019-03-12T10:00:00Z", 1, 62));
  await page.clock.runFor(60_000);
  await expect(report).toContainText("1 episode of 37 exceedances.");
  await expect(asOf).not.toHaveText(before);
  await expect(report).toHaveAttribute("data-ready", "true");
  await expect(report.locator(".sheet")).toHaveId("first");
});

test("a wallboard whose sensors have been silent for days shows the first that comes back, and the sensors that are new", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ sensors: 2, site: { intervalSeconds: 300 } });
  await tenant.addSamples(minutes("2019-03-09T12:00:00Z", 1, 50));
  await page.clock.install({ time: "2019-03-12T10:02:00Z" });
  await open(tenant, "#/wall");
  const tiles = page.getByTestId("sensor-row");
  await expect(tiles.first()).toHaveAttribute("data-state", "silent");
  await expect(page.getByRole("banner")).toHaveCount(0);
  await tenant.addSamples(minutes("2019-03-12T10:00:00Z", 1, 71.5), 1);
  await page.clock.runFor(60_000);
  await expect(tiles.first()).toHaveAttribute("data-state", "above");

  await tenant.apply({ name: "Works with another name" });
  await page.clock.fastForward("01:00:00");
  await expect(page.getByTestId("wall")).toContainText("Works with another name");
});

test("a step forward ends at now, and days to come are neither missing nor an error", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 300 } });
  await tenant.addSamples(minutes("2019-03-12T07:00:00Z", 36, 61));
  await page.clock.setFixedTime("2019-03-12T10:02:00Z");
  const fragment = `#/p/${tenant.projectId}/availability`;
  await open(tenant, `${fragment}?from=2019-03-11&to=2019-03-11`);
  const range = page.getByTestId("range");
  await page.getByRole("button", { name: "Later by the same length" }).click();
  await expect(range).toContainText("Tue 12 Mar 2019");
  await expect(page.getByTestId("availability-cell")).toHaveAttribute("data-day", "2019-03-12");
  await expect(page.getByRole("button", { name: "Later by the same length" })).toBeDisabled();

  await page.evaluate(`location.hash = "${fragment}?from=2019-03-20&to=2019-03-21"`);
  await expect(range).toContainText("Wed 20 Mar – Thu 21 Mar 2019");
  await expect(page.getByTestId("availability")).toHaveAttribute("data-ready", "true");
  await expect(page.getByTestId("availability-cell")).toHaveCount(0);
  await expect(page.getByTestId("availability").getByRole("note")).toHaveCount(0);
});

test("of days to come, no view shows a verdict, and each says that they are to come", async ({
  page,
  open,
  tenantOf,
}) => {
  const night = { id: "night", name: "Nights", level: "LAeq", from: "23:00", to: "07:00" };
  const criteria = [{ ...night, over: "window", limit: 45 }];
  const tenant = await tenantOf({ site: { intervalSeconds: 300, criteria } });
  await tenant.addSamples(minutes("2019-03-12T07:00:00Z", 36, 61));
  await page.clock.setFixedTime("2019-03-12T10:02:00Z");
  await open(tenant, "");
  const days = "from=2019-03-20&to=2019-03-21";
  for (const view of ["compliance", "report", "events", "compare", `s/${tenant.sensorIds[0]}`]) {
    await page.evaluate(`location.hash = "#/p/${tenant.projectId}/${view}?${days}"`);
    await expect(page.getByText("This range has not begun")).toHaveCount(1);
    await expect(page.locator("main :is(table, dl, svg)")).toHaveCount(0);
    await expect(page.getByTestId("range")).toContainText("to come");
    await expect(page.getByTestId("range")).not.toContainText("so far");
    await expect(page.locator("[data-verdict]")).toHaveCount(0);
  }
  await page.getByRole("button", { name: "Show the last samples" }).click();
  await expect(page.getByTestId("level-plot")).toHaveAttribute("data-points", "36");
});

test("a contract that has not begun has its first day as range, and no verdict of today", async ({
  page,
  open,
  tenantOf,
}) => {
  const contract = { startAt: "2019-04-01", endAt: "2019-12-31" };
  const tenant = await tenantOf({ site: { contract, criteria: [works] } });
  const going = await tenantOf({ site: { criteria: [works] } });
  const key = await going.createKey({
    projects: [tenant.projectId, going.projectId],
    sensors: [...tenant.sensorIds, ...going.sensorIds],
  });
  await page.clock.setFixedTime("2019-03-12T10:02:00Z");
  await open({ key }, `#/p/${tenant.projectId}`);
  await expect(page.getByTestId("range")).toContainText(/Mon 1 Apr 2019 1 day · .* · to come/);
  // Its page has no exceedances to count, as Events has not.
  const list = page.getByTestId("event-list");
  await expect(list).toContainText("This range has not begun: it starts on 1 Apr 2019 00:00.");
  await expect(list).not.toContainText("0 exceedances");
  await page.evaluate(`location.hash = "#/p/${tenant.projectId}?from=2019-03-01&to=2019-03-02"`);
  await expect(list).toContainText("This range lies outside the contract");
  await page.evaluate('location.hash = "#/"');
  await expect(page.getByText("begins on Mon 1 Apr 2019")).toBeVisible();
  await expect(page.getByText("no window exceeded")).toHaveCount(1);
});
