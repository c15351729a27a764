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

test("a range of hours says how long it is, and each end that is printed is the one outside", async ({
  page,
  open,
  tenantOf,
}) => {
  // One of the two contracts ends with the first second of a minute, the other with the last one.
  const contracts = ["2019-03-20T06:00:00Z", "2019-03-20T05:59:59Z"].map((endAt) => ({
    startAt: "2019-03-04",
    endAt,
  }));
  for (const contract of contracts) {
    const tenant = await tenantOf({ site: { contract, intervalSeconds: 3600 } });
    await tenant.addSamples([{ second: at("2019-03-11T00:00:00Z"), LAeq: 50 }]);
    const project = `#/p/${tenant.projectId}`;
    const sensor = `${project}/s/${tenant.sensorIds[0]}`;
    const show = (fragment: string) => page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
    const hours = "from=2019-03-12T01:00&to=2019-03-12T03:30";
    await page.goto("about:blank");
    await open(tenant, `${project}/events?${hours}`);
    await expect(page.getByTestId("range")).toContainText("2 h 30 min · Europe/Dublin");
    await expect(page.getByTestId("event-list")).toContainText(
      "No exceedances from 12 Mar 2019 01:00 to 12 Mar 2019 03:30.",
    );
    await show(`${sensor}?${hours}`);
    await expect(page.getByRole("note")).toContainText(
      "No samples from 12 Mar 2019 01:00 to 12 Mar 2019 03:30.",
    );
    await show(`${sensor}?from=2019-03-12T01:00&to=2019-03-13T03:00`);
    await expect(page.getByTestId("range")).toContainText("1 day 2 h · Europe/Dublin");

    await show(`${sensor}?from=2019-03-18&to=2019-03-22`);
    await expect(page.getByTestId("summary")).toContainText(
      "shown is Mon 18 Mar 2019 00:00 – Wed 20 Mar 2019 06:00.",
    );
    await expect(page.getByText("Cut: the contract ends on")).toHaveText(
      "Cut: the contract ends on Wed 20 Mar 2019 06:00.",
    );
    const whole = "Mon 4 Mar 2019 00:00 – Wed 20 Mar 2019 06:00";
    await show(`${project}/report?from=2019-03-18&to=2019-03-22`);
    await expect(page.locator(".report-head")).toContainText(`Contract${whole};`);
    await show(`${sensor}?from=2019-03-25&to=2019-03-26`);
    await expect(page.getByRole("note")).toContainText(
      `This range lies outside the contract, ${whole}.`,
    );
    await show(project);
    await expect(page.locator("main")).toContainText(`Contract ${whole} · Europe/Dublin`);
  }
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
