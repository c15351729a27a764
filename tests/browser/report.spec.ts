import { sql } from "drizzle-orm";
import { at, expect, needBrowser, openView, test } from "./dashboard.ts";
import { works } from "./works.ts";

needBrowser();

test("a report begins with verdicts, lists episodes, and accounts for all of the time", async ({
  page,
  gateway,
  tenantOf,
  database,
}) => {
  const tenant = await tenantOf({
    sensors: [{ name: "Quay" }, { name: "Silent court" }],
    site: { intervalSeconds: 300, criteria: [works] },
  });
  // A day at 66.2 dB from 07:00 to 18:00, above both limits but for an hour of calibration and an hour that is missing.
  const first = at("2019-03-12T07:00:00Z");
  const samples = Array.from({ length: 132 }, (_, index) => ({
    second: first + index * 300,
    LAeq: 66.2,
  }));
  await tenant.addSamples(
    samples.filter(({ second }) => second < first + 3600 || second >= first + 7200),
  );
  await database.db.execute(sql`insert into exclusions (sensor_no, start_at, end_at, reason)
    select sensor_no, '2019-03-12T12:00:00Z', '2019-03-12T13:00:00Z', 'Calibration'
    from sensors where id = ${tenant.sensorIds[0] ?? ""}`);
  const fragment = `#/p/${tenant.projectId}/report?from=2019-03-12&to=2019-03-12`;
  await openView(page, gateway.internalUrl, tenant.key, fragment);
  const report = page.getByTestId("report");
  await expect(report).toHaveAttribute("data-ready", "true");
  const headings = await report.getByRole("heading", { level: 2 }).allInnerTexts();
  expect(headings).toEqual([
    "Verdicts",
    "Summary",
    "Accounts of time",
    "Limits",
    "Legend of the plots",
    "Method",
    "Quay",
  ]);
  await expect(report.locator("[data-verdict=exceeded]")).toHaveCount(1);
  await expect(
    report.getByRole("row", {
      name: /Tue 12 Mar 2019\s*Quay\s*Construction\s*66.20\s*65.00\s*\+1.20/,
    }),
  ).toBeVisible();
  await expect(
    report.getByRole("row", {
      name: /Quay\s*24 h\s*9 h \(37.5 %\)\s*1 h \(4.2 %\)\s*14 h \(58.3 %\)\s*Calibration 1 h/,
    }),
  ).toBeVisible();
  await expect(report).toContainText(/an exceedance is not by itself a breach/i);
  await expect(report).toContainText("No samples in this range: Silent court.");
  // The missing hour and the excluded one part episodes.
  await expect(report).toContainText("3 episodes of 108 exceedances.");
  await expect(
    report.getByRole("row", {
      name: /Tue 12 Mar 2019 13:00\s*5 h\s*60\s*66.20\s*108.75\s*\+6.20/,
    }),
  ).toBeVisible();
  await expect(report).toContainText("12 Mar: 3, 9 h, +6.20 dB, 07:00");
  await expect(report.locator(".week-plot img")).toHaveCount(1);

  for (const name of ["Title", "Author", "Remark"]) {
    await page.getByLabel(name, { exact: true }).fill(`${name} of the report`);
  }
  await expect(report.getByRole("heading", { level: 1 })).toHaveText("Title of the report");
  await expect(report.locator(".sheet")).toContainText("Author of the report");
  await expect(report.locator(".sheet")).toContainText("Remark of the report");
  expect(decodeURIComponent(page.url())).not.toContain("of the report");

  await page.getByRole("button", { name: "Short" }).click();
  await expect(report).toHaveAttribute("data-ready", "true");
  await expect(report.locator(".week-plot")).toHaveCount(0);
  await expect(report).toContainText("3 episodes of 108 exceedances.");
  await expect(report.getByRole("heading", { level: 1 })).toHaveText("Title of the report");
});
