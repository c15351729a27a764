import { at, expect, needBrowser, test } from "./dashboard.ts";

needBrowser();

test("the range is the last seven days with samples, moves by its length, and stays inside the contract", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf();
  await tenant.addSamples([
    { second: at("2019-03-02T00:00:00Z"), LAeq: 50 },
    { second: at("2019-03-30T12:00:00Z"), LAeq: 61 },
  ]);
  const sensor = tenant.sensorIds[0];
  const fragment = `#/p/${tenant.projectId}/s/${sensor}`;
  await open(tenant, fragment);
  const range = page.getByTestId("range");
  await expect(range).toContainText("Sun 24 Mar – Sat 30 Mar 2019");
  await expect(range).toContainText("7 days · Europe/Dublin UTC+0");

  await page.getByRole("button", { name: "Earlier by the same length" }).click();
  await expect(range).toContainText("Sun 17 Mar – Sat 23 Mar 2019");
  const moved = `${fragment}?from=2019-03-17&to=2019-03-23`;
  await expect.poll(() => new URL(page.url()).hash).toBe(moved);
  await page.goBack();
  await expect(range).toContainText("Sun 24 Mar – Sat 30 Mar 2019");

  await page.getByRole("button", { name: "Later by the same length" }).click();
  // The contract ends with 31 March, on which clocks go forward.
  await expect(range).toContainText("Sun 31 Mar 2019");
  await expect(range).toContainText("23-hour day: clocks go forward on 31 March");
  await expect(page.getByRole("button", { name: "Later by the same length" })).toBeDisabled();

  await page.getByRole("button", { name: "Dates", exact: true }).click();
  await page.getByRole("button", { name: "Contract", exact: true }).click();
  await expect(range).toContainText("Fri 1 Mar – Sun 31 Mar 2019");
  await page.getByRole("button", { name: "Dates", exact: true }).click();
  await range.getByLabel("From", { exact: true }).fill("2019-03-20");
  await expect(range).toContainText("Wed 20 Mar – Sun 31 Mar 2019");
});

test("an address that makes no sense falls back, and one of another project is not there", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf();
  await open(tenant, `#/p/${tenant.projectId}/nothing?from=2019-13-40&to=x&w=Q&tz=mars`);
  await expect(page.getByTestId("range")).toContainText("Mar 2019");
  await page.evaluate("location.hash = '#/p/absent'");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Not there, or not for this key",
  );
});

test.describe("a viewer far away", () => {
  test.use({ timezoneId: "Pacific/Apia" });

  test("times of a viewer in Pacific/Apia are the project's", async ({ page, open, tenantOf }) => {
    const tenant = await tenantOf();
    await tenant.addSamples([{ second: at("2019-03-30T23:30:00Z"), LAeq: 61 }]);
    expect(await page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")).toBe(
      "Pacific/Apia",
    );
    await open(tenant, `#/p/${tenant.projectId}/s/${tenant.sensorIds[0]}`);
    await expect(page.getByTestId("range")).toContainText("Sun 24 Mar – Sat 30 Mar 2019");
    await expect(page.getByTestId("level-plot")).toHaveAttribute("data-points", "1");
    await page.getByRole("button", { name: "Next sample" }).click();
    await expect(page.getByTestId("level-plot")).toContainText("Sat 30 Mar 2019 23:30");
  });
});
