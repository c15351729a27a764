import { levelsFrom } from "../support/series.ts";
import { at, expect, needBrowser, test, typeKey } from "./dashboard.ts";

needBrowser();

const day = "from=2019-03-12&to=2019-03-12";

/** How many pixels of a PNG are of the grey that takes the colour away. */
async function plainGrey(base64: string): Promise<number> {
  const image = new Image();
  image.src = `data:image/png;base64,${base64}`;
  await image.decode();
  const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
  context?.drawImage(image, 0, 0);
  const { data = [] } = context?.getImageData(0, 0, image.width, image.height) ?? {};
  let count = 0;
  for (let start = 0; start < data.length; start += 4) {
    if (data.slice(start, start + 3).every((value) => value === 128)) count += 1;
  }
  return count;
}

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
  // Its samples are still drawn, without their colour.
  const picture = await plot.locator("svg.level-chart").screenshot();
  expect(await page.evaluate(plainGrey, picture.toString("base64"))).toBe(0);
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

test("the page of a sample says that it is excluded, and its neighbours and what was heard are of valid time", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({
    site: { intervalSeconds: 300, classification: { model: "ears", minConfidence: 0.5 } },
  });
  const [sensor = ""] = tenant.sensorIds;
  const [before, calibrated, after] = ["06:00", "08:00", "12:00"].map((time) =>
    at(`2019-03-12T${time}:00Z`),
  ) as [number, number, number];
  await tenant.addSamples([
    { second: before, LAeq: 63 },
    ...levelsFrom(calibrated, 12, 300, 94),
    { second: after, LAeq: 64 },
  ]);
  await tenant.addExclusions([
    ["2019-03-12T08:00:00Z", "2019-03-12T09:00:00Z", "Calibration"],
    ["2019-03-12T08:30:00Z", "2019-03-12T08:40:00Z", "Thunder"],
  ]);
  const truck = (second: number) => ["ears", second, "Truck", 0.9] as const;
  await tenant.addClassifications([before, calibrated, calibrated + 300].map(truck));
  const path = `#/p/${tenant.projectId}/s/${sensor}`;
  const show = (fragment: string) =>
    page.evaluate(`location.hash = ${JSON.stringify(`${path}${fragment}`)}`);
  const eventAt = (second: number) => `/e/${sensor}.${second}`;
  const event = page.getByTestId("event");
  const heard = page.getByTestId("classification-bands");

  await open(tenant, `${path}${eventAt(before)}`);
  await expect(page.getByRole("link", { name: "Next exceedance" })).toContainText("12:00, +4.0 dB");
  await expect(event).not.toContainText("Excluded (");
  await show(eventAt(after));
  await expect(page.getByRole("link", { name: "Previous exceedance" })).toContainText("06:00");
  await show(eventAt(calibrated + 1800));
  await expect(event).toContainText(
    "exceeded by 34.0 dB. Excluded (Calibration, Thunder): counts nowhere.",
  );
  await expect(page.getByRole("link", { name: "Previous exceedance" })).toContainText("06:00");
  await expect(page.getByRole("link", { name: "Next exceedance" })).toContainText("12:00");
  await show(`?${day}`);
  await expect(heard.getByRole("img", { name: "Truck: 1 sample, 5 min" })).toBeVisible();

  // With excluded time, all of it counts.
  await show(`?${day}&excluded=with`);
  await expect(heard.getByRole("img", { name: "Truck: 3 samples, 15 min" })).toBeVisible();
  await show(`${eventAt(before)}?excluded=with`);
  await expect(page.getByRole("link", { name: "Next exceedance" })).toContainText("08:00");
  await show(`${eventAt(calibrated)}?excluded=with`);
  await expect(page.getByRole("link", { name: "Next exceedance" })).toContainText("08:05");
  await expect(event).not.toContainText("Excluded (");
});
