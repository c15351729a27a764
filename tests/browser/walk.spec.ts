import { readFile } from "node:fs/promises";
import { expect, needBrowser, openView } from "./dashboard.ts";
import { test } from "./demonstration.ts";

needBrowser();

const project = "#/p/demo-lisbon";
const days = "from=2026-03-17&to=2026-03-19";

test("the overview shows sensors above their limit first, and a silent one as silent", async ({
  page,
  gateway,
  demonstration,
}) => {
  await openView(page, gateway.internalUrl, demonstration.key);
  const rows = page.getByTestId("sensor-row");
  await expect(rows).toHaveCount(6);
  const roof = rows.and(page.locator("[data-sensor=demo-brooklyn-roof]"));
  await expect(roof).toHaveAttribute("data-state", "silent");
  await expect(roof).toContainText("silent since");
  await expect(roof).not.toContainText("within limit");
  // It is listed once, above the projects.
  await expect(page.getByRole("region", { name: "Needs attention" })).toContainText(
    "Roof above the water",
  );
  const order = await rows.evaluateAll((all) => all.map((row) => row.getAttribute("data-state")));
  const ranks = order.map((state) => ({ above: 0, silent: 1 })[state ?? ""] ?? 2);
  expect(ranks).toEqual(ranks.toSorted((left, right) => left - right));
});

test("a CSV of the levels has the rows and values of REST", async ({
  page,
  gateway,
  get,
  demonstration,
}) => {
  const sensor = "demo-lisbon-street";
  await openView(page, gateway.internalUrl, demonstration.key, `${project}/s/${sensor}?${days}`);
  const plot = page.getByTestId("level-plot");
  await expect(plot).toHaveAttribute("data-ready", "true");
  const downloading = page.waitForEvent("download");
  await plot.getByRole("button", { name: "CSV" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`${sensor}_2026-03-17_2026-03-19_A.csv`);
  const text = await readFile(await download.path(), "utf8");
  const [header = "", ...lines] = text.trimEnd().split("\r\n");
  const columns = header.split(",");
  const rest = await get(`/api/v0/projects/demo-lisbon/sensors/${sensor}/measurements`, {
    key: demonstration.key,
    query: { startAt: "2026-03-17", endAt: "2026-03-19T23:59:59Z", limit: 2000 },
  });
  const { data } = (await rest.json()) as { data: Record<string, string | number | null>[] };
  expect(lines).toHaveLength(data.length);
  const names = ["LAeq", "LCeq", "LZeq", "LAFmax", "LA90", "limit"];
  const shown = lines.map((line) => {
    const cells = line.split(",");
    return [
      cells[columns.indexOf("datetime_utc")],
      ...names.map((name) => cells[columns.indexOf(name)]),
    ];
  });
  const served = data.map((sample) => [
    sample["datetime"],
    ...names.map((name) => String(sample[name] ?? "")),
  ]);
  expect(shown.map(([at, ...levels]) => [Date.parse(String(at)), ...levels])).toEqual(
    served.map(([at, ...levels]) => [Date.parse(String(at)), ...levels]),
  );
});

test("the report is ready to be printed, and prints no key", async ({
  page,
  gateway,
  demonstration,
}) => {
  await openView(
    page,
    gateway.internalUrl,
    demonstration.key,
    `${project}/report?${days}&sensors=demo-lisbon-street`,
  );
  const report = page.getByTestId("report");
  await expect(report).toHaveAttribute("data-ready", "true");
  await expect(report).toContainText("Riverside street");
  await expect(report).toContainText(/an exceedance is not by itself a breach/i);
});

test("the keyboard leads from the overview to the exceedances and back, however slowly", async ({
  page,
  gateway,
  demonstration,
}) => {
  await openView(page, gateway.internalUrl, demonstration.key, project);
  await page.getByTestId("sensor-row").first().waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("e");
  await expect(page.getByTestId("event-list")).toBeVisible();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toContainText("overview");
  // It opens at its start, on a small screen as well.
  await expect(page.getByRole("heading", { name: "Keys" })).toBeFocused();
  // Nothing happens behind the dialog.
  await page.keyboard.press("g");
  await page.keyboard.press("o");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByTestId("event-list")).toBeVisible();
  await page.keyboard.press("g");
  await page.clock.fastForward("01:00");
  await page.keyboard.press("o");
  await expect(page.getByTestId("overview")).toBeVisible();
});

test("letters are keys beside a checkbox that has the focus", async ({
  page,
  gateway,
  demonstration,
}) => {
  await openView(page, gateway.internalUrl, demonstration.key, `${project}/events?${days}`);
  const checkbox = page.getByLabel("With recording");
  await checkbox.focus();
  await expect(checkbox).toBeFocused();
  await page.keyboard.press("g");
  await page.keyboard.press("o");
  await expect(page.getByTestId("overview")).toBeVisible();
});

test("a field keeps what is typed while the list changes, and no letter of it is a key", async ({
  page,
  gateway,
  demonstration,
}) => {
  await openView(page, gateway.internalUrl, demonstration.key, `${project}/events?${days}`);
  const label = page.getByLabel("Label", { exact: true });
  await label.pressSequentially("go");
  const episodes = page.getByRole("button", { name: "Episodes" });
  // A click would end the typing: it would move the focus.
  await episodes.evaluate((button: HTMLElement) => button.click());
  await expect(episodes).toHaveAttribute("aria-pressed", "true");
  await expect(label).toHaveValue("go");
  await expect(page.getByTestId("event-list")).toBeVisible();
  await label.press("Enter");
  await expect(page).toHaveURL(/label=go/);
  await page.goBack();
  await expect(label).toHaveValue("");
});

test("a key between, a click and a change of the focus end what g began", async ({
  page,
  gateway,
  demonstration,
}) => {
  await openView(page, gateway.internalUrl, demonstration.key, `${project}/events?${days}`);
  const list = page.getByTestId("event-list");
  await expect(list).toBeVisible();
  for (const between of [
    () => page.keyboard.press("Escape"),
    () => page.keyboard.press("Control"),
    () => page.getByRole("heading", { name: "Events" }).click(),
    () => page.getByLabel("With recording").focus(),
  ]) {
    await page.keyboard.press("g");
    await between();
    await page.keyboard.press("o");
  }
  // Keys are heard in their order: this one only after the others have done nothing.
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(list).toBeVisible();
  await expect(page).toHaveURL(/events/);
});
