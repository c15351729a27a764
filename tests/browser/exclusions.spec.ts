import { levelsFrom } from "../support/series.ts";
import { at, expect, needBrowser, test, typeKey } from "./dashboard.ts";

needBrowser();

const day = "from=2019-03-12&to=2019-03-12";

test("excluded time is hatched at the sensor, with its reasons in words, in the table and beside the gaps", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 3600 } });
  const [sensor = ""] = tenant.sensorIds;
  const first = at("2019-03-12T00:00:00Z");
  await tenant.addSamples(levelsFrom(first, 24, 3600, 50));
  const project = `#/p/${tenant.projectId}`;
  const plot = await open(tenant, `${project}/s/${sensor}?${day}`, "level-plot");
  await expect(plot.getByRole("list", { name: "Legend" })).not.toContainText("Excluded");
  await expect(plot.getByRole("list", { name: "Excluded" })).toHaveCount(0);
  await plot.getByRole("button", { name: "Show as table" }).click();
  await expect(plot.getByRole("row").first()).toHaveText("TimeLeqLimitSourceOver");

  await tenant.addExclusions([
    ["2019-03-12T08:00:00Z", "2019-03-12T10:00:00Z", "Calibration", "On site"],
    ["2019-03-12T09:00:00Z", "2019-03-12T09:30:00Z", "Thunder"],
  ]);
  await page.reload();
  await typeKey(page, tenant.key);
  await expect(plot).toHaveAttribute("data-ready", "true");
  await expect(plot.getByRole("list", { name: "Legend" })).toContainText("Excluded");
  await expect(plot.getByRole("list", { name: "Excluded" }).getByRole("listitem")).toHaveText([
    "Excluded: Tue 12 Mar 2019 08:00 to Tue 12 Mar 2019 10:00: Calibration (On site)",
    "Excluded: Tue 12 Mar 2019 09:00 to Tue 12 Mar 2019 09:30: Thunder",
  ]);
  await plot.getByRole("button", { name: "Show as table" }).click();
  const rows = plot.getByRole("row");
  await expect(rows.first()).toHaveText("TimeLeqLimitSourceOverExcluded");
  await expect(rows.nth(9)).toHaveText(/^2019-03-12 08:00.*Calibration$/);
  await expect(rows.nth(10)).toHaveText(/^2019-03-12 09:00.*Calibration, Thunder$/);
  await expect(rows.nth(11)).toHaveText(/^2019-03-12 10:00[^A-Z]*project_default[^A-Z]*$/);

  await page.getByTestId("summary").getByRole("link").click();
  const gaps = page.getByRole("region", { name: "Gaps" });
  await expect(gaps).toContainText("Samples of 2 h count for no verdict");
  await expect(gaps.getByRole("list", { name: "Excluded time" }).getByRole("listitem")).toHaveText([
    "Tue 12 Mar 2019 08:00 to Tue 12 Mar 2019 10:00: Calibration (On site)",
    "Tue 12 Mar 2019 09:00 to Tue 12 Mar 2019 09:30: Thunder",
  ]);
});
