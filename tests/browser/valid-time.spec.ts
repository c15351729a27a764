import { levelsFrom } from "../support/series.ts";
import { at, expect, needBrowser, test, typeKey } from "./dashboard.ts";

needBrowser();

const minutes = (first: string, count: number, LAeq: number) =>
  levelsFrom(at(first), count, 300, LAeq);

const day = "from=2019-03-12&to=2019-03-12";

test("a calibration is in no level, no exceedance and no episode, unless excluded time is asked for", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 300 } });
  const [sensor = ""] = tenant.sensorIds;
  await tenant.addSamples([
    ...minutes("2019-03-12T07:00:00Z", 36, 50),
    ...minutes("2019-03-12T10:00:00Z", 11, 94),
    ...minutes("2019-03-12T11:00:00Z", 3, 61.5),
  ]);
  await tenant.addExclusions([["2019-03-12T10:00:00Z", "2019-03-12T10:55:00Z", "Calibration"]]);
  const project = `#/p/${tenant.projectId}`;
  await open(tenant, `${project}/s/${sensor}?${day}`);
  const strip = page.getByTestId("summary");
  const plot = page.getByTestId("level-plot");
  await expect(strip).toContainText(/LAeq53\.0 dB55 min excluded/);
  await expect(strip).toContainText(/Exceedances3of 39 samples · 1 episode/);
  await expect(plot).toHaveAttribute("data-ready", "true");
  await expect(plot).toHaveAttribute("data-points", "50");
  await expect(plot).toHaveAttribute("data-over", "3");

  await page.evaluate(`location.hash = "${project}/events?${day}"`);
  await expect(page.getByRole("status").filter({ hasText: "exceedances" })).toContainText(
    "3 exceedances",
  );
  const apart = page.getByText("11 exceedances in excluded time, which count nowhere");
  await apart.click();
  const excluded = page.getByRole("table", { name: "Excluded exceedances" });
  await expect(excluded.getByRole("row").nth(1)).toContainText("Calibration");
  await expect(excluded.getByTestId("event-row")).toHaveCount(11);

  await page.evaluate(`location.hash = "${project}/report?${day}"`);
  const report = page.getByTestId("report");
  await expect(report).toHaveAttribute("data-ready", "true");
  const worst = report.getByRole("region", { name: "Worst episodes of Sensor 0" });
  await expect(worst.getByRole("row")).toHaveCount(2);
  await expect(worst).toContainText("+1.50");
  await expect(report.getByRole("region", { name: "Summary of the sensors" })).toContainText(
    "53.03",
  );
  const named = report.getByRole("region", { name: "Excluded exceedances" });
  await expect(named).toContainText(/10:00\s*55 min\s*11\s*\+34\.00\s*Calibration/);

  await page.evaluate(`location.hash = "${project}/s/${sensor}?${day}"`);
  await page.getByRole("button", { name: "Dates", exact: true }).click();
  await page.getByRole("button", { name: "With excluded time" }).click();
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page).toHaveURL(/excluded=with/);
  await expect(strip).toContainText(/Exceedances14of 50 samples · 2 episodes/);
  await expect(plot).toHaveAttribute("data-over", "14");
});

test("an hour of the heat map has the samples that begin in it, and nothing is missing beside them", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 300 } });
  const [sensor = ""] = tenant.sensorIds;
  await tenant.addSamples([
    ...minutes("2019-03-12T00:00:00Z", 24, 50),
    ...minutes("2019-03-12T02:00:00Z", 12, 61),
    ...minutes("2019-03-12T03:00:00Z", 12, 50),
  ]);
  await open(
    tenant,
    `#/p/${tenant.projectId}/s/${sensor}?from=2019-03-12T01:00&to=2019-03-12T02:00`,
  );
  const plot = page.getByTestId("level-plot");
  await expect(plot).toHaveAttribute("data-points", "12");
  await expect(plot).toHaveAttribute("data-gaps", "0");
  await expect(page.getByTestId("summary")).toContainText("12 of 12 samples");
  await expect(page.getByTestId("range")).toContainText("01:00 – Tue 12 Mar 2019 02:00");
  await page.getByRole("button", { name: "Later by the same length" }).click();
  await expect(page).toHaveURL(/from=2019-03-12T02:00&to=2019-03-12T03:00/);
  await expect(plot).toHaveAttribute("data-over", "12");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    plot.getByRole("button", { name: "CSV" }).click(),
  ]);
  const lines = (await (await download.createReadStream()).toArray()).join("").trim().split("\r\n");
  expect(lines).toHaveLength(13);
  expect(lines[1]).toContain("2019-03-12T02:00:00");
});

test("a sample is missing only one interval after its end", async ({ page, open, tenantOf }) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 300 } });
  const [sensor = ""] = tenant.sensorIds;
  await tenant.addSamples(minutes("2019-03-12T00:00:00Z", 120, 50));
  await page.clock.setFixedTime("2019-03-12T10:09:00Z");
  const plot = await open(tenant, `#/p/${tenant.projectId}/s/${sensor}?${day}`, "level-plot");
  await expect(plot).toHaveAttribute("data-gaps", "0");
  await expect(page.getByTestId("summary")).toContainText("120 of 120 samples");
  await page.clock.setFixedTime("2019-03-12T10:14:00Z");
  await page.reload();
  await typeKey(page, tenant.key);
  await expect(plot).toHaveAttribute("data-gaps", "1");
  await expect(page.getByTestId("summary")).toContainText("120 of 121 samples");
});

test("a sensor is due from its first sample to its end, and the days around have a dash", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({
    site: { intervalSeconds: 3600 },
    sensors: [{}, { endAt: "2019-03-12T12:00:00Z" }],
  });
  const [late = "", ended = ""] = tenant.sensorIds;
  const hours = (first: string, count: number) => levelsFrom(at(first), count, 3600, 50);
  await tenant.addSamples(hours("2019-03-12T12:00:00Z", 36), 0);
  await tenant.addSamples(hours("2019-03-11T00:00:00Z", 33), 1);
  await page.clock.setFixedTime("2019-03-14T12:00:00Z");
  await open(
    tenant,
    `#/p/${tenant.projectId}/availability?from=2019-03-11&to=2019-03-13`,
    "availability",
  );
  const shares = (sensor: string) =>
    page
      .locator(`[data-testid=availability-cell][data-sensor="${sensor}"]`)
      .evaluateAll((cells) => cells.map(({ dataset }) => [dataset["day"], dataset["share"]]));
  expect(await shares(late)).toEqual([
    ["2019-03-12", "100"],
    ["2019-03-13", "100"],
  ]);
  expect(await shares(ended)).toEqual([
    ["2019-03-11", "100"],
    ["2019-03-12", "100"],
  ]);
});

test("strip, plot, event and report count a sensor from its first sample to its end, as the matrix does", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({
    site: { intervalSeconds: 3600, classification: { model: "ears", minConfidence: 0.5 } },
    sensors: [{}, { endAt: "2019-03-12T12:00:00Z" }],
  });
  const [late = "", ended = ""] = tenant.sensorIds;
  const hours = (first: string, count: number) => levelsFrom(at(first), count, 3600, 61.5);
  await tenant.addSamples(hours("2019-03-12T12:00:00Z", 36), 0);
  await tenant.addSamples(hours("2019-03-11T00:00:00Z", 33), 1);
  await tenant.addExclusions([["2019-03-12T06:00:00Z", "2019-03-12T14:00:00Z", "Calibration"]]);
  await page.clock.setFixedTime("2019-03-14T12:00:00Z");
  const project = `#/p/${tenant.projectId}`;
  const range = "from=2019-03-11&to=2019-03-13";
  const plot = await open(tenant, `${project}/s/${late}?${range}`, "level-plot");
  const strip = page.getByTestId("summary");
  await expect(strip).toContainText("100 %36 of 36 samples");
  await expect(plot).toHaveAttribute("data-gaps", "0");
  await page.evaluate(`location.hash = "${project}/s/${ended}?${range}"`);
  await expect(strip).toContainText("100 %33 of 33 samples");
  await expect(plot).toHaveAttribute("data-gaps", "0");

  await page.evaluate(`location.hash = "${project}/s/${late}?from=2019-03-11&to=2019-03-11"`);
  await expect(strip).toContainText("Availability–no sample is expected");
  await expect(plot).toHaveAttribute("data-gaps", "0");
  await expect(page.getByRole("note")).toContainText("No samples from 11 Mar 2019 00:00 to");

  await page.evaluate(
    `location.hash = "${project}/s/${late}/e/${late}.${at("2019-03-12T12:00:00Z")}"`,
  );
  await expect(plot).toHaveAttribute("data-points", "3");
  await expect(plot).toHaveAttribute("data-gaps", "0");

  await page.evaluate(`location.hash = "${project}/report?${range}"`);
  const report = page.getByTestId("report");
  await expect(report).toHaveAttribute("data-ready", "true");
  await expect(report).toContainText(
    "valid LAeq covers 97.1 % of the time of 2 sensors; a sensor's time counts from its first sample on, and where its end is declared, to its last one.",
  );
  await expect(report).toContainText("36 h of 36 h (100 %), 36 of 36 samples, no gaps.");
  const accounts = report.getByRole("region", { name: "Accounts of time" });
  await expect(accounts.getByRole("columnheader").nth(2)).toHaveText(
    "Before its first sample, after its last",
  );
  // The sensor was there for two of the eight hours of calibration.
  await expect(accounts.getByRole("row").nth(1)).toHaveText(
    /Sensor 0\s*72 h\s*36 h\s*34 h \(94.4 %\)\s*2 h \(5.6 %\)\s*–\s*Calibration 2 h/,
  );
  await expect(accounts.getByRole("row").nth(2)).toHaveText(
    /Sensor 1\s*72 h\s*39 h\s*33 h \(100.0 %\)\s*–\s*–/,
  );

  // A sensor that has not begun in the range is no unread one.
  await page.evaluate(`location.hash = "${project}/report?from=2019-03-11&to=2019-03-11"`);
  await expect(report).toContainText("No samples in this range: Sensor 0.");
  await expect(report).toHaveAttribute("data-ready", "true");
  await expect(report).toContainText("valid LAeq covers 100 % of the time of 2 sensors");
});

test("the overview has one decimal, whatever its sum, and the exact level in the title", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({
    site: { intervalSeconds: 300, limits: { default: { A: 59.95 } } },
  });
  await tenant.addSamples([{ second: at("2019-03-12T10:00:00Z"), LAeq: 60.14 }]);
  await page.clock.setFixedTime("2019-03-12T10:06:00Z");
  await open(tenant);
  const row = page.getByTestId("sensor-row");
  await expect(row).toContainText(/60\.1 dB.*limit 60\.0\+0\.2/);
  await expect(row.getByTitle("60.14 dB")).toBeVisible();
});

test("words that are typed for a report are its project's, and go with the key", async ({
  page,
  open,
  tenantOf,
}) => {
  const [one, other] = [await tenantOf(), await tenantOf()];
  const key = await one.createKey({ projects: [one.projectId, other.projectId] });
  await open({ key }, `#/p/${one.projectId}/report?${day}`);
  const title = page.getByLabel("Title", { exact: true });
  await title.fill("Quay of one");
  await page.evaluate(`location.hash = "#/p/${other.projectId}/report?${day}"`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Project of a test");
  await expect(title).toHaveValue("");
  await page.evaluate(`location.hash = "#/p/${one.projectId}/report?${day}"`);
  await expect(title).toHaveValue("Quay of one");
  await page.locator(".menu summary code").click();
  await page.getByRole("button", { name: "Forget the key" }).click();
  await typeKey(page, key);
  await expect(title).toHaveValue("");
});
