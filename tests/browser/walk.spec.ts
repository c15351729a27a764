import { readFile } from "node:fs/promises";
import { at, expect, needBrowser, test } from "./dashboard.ts";

needBrowser();

const days = "from=2019-03-12&to=2019-03-13";

test("a CSV of the levels has rows and values of REST", async ({ page, open, get, tenantOf }) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 3600 } });
  await tenant.addSamples(
    Array.from({ length: 48 }, (_, hour) => ({
      second: at("2019-03-12T00:00:00Z") + hour * 3600,
      LAeq: 45.03 + hour / 2,
      ...(hour % 5 === 0 ? {} : { LCeq: 60 + hour, LZeq: 61.5 + hour, LAFmax: 80.25, LA90: 38.4 }),
    })),
  );
  const [sensor = ""] = tenant.sensorIds;
  const plot = await open(tenant, `#/p/${tenant.projectId}/s/${sensor}?${days}`, "level-plot");
  // Another export of the key is under way.
  await page.route(
    "**/export/measurements.csv?*",
    (route) => route.fulfill({ status: 503, headers: { "retry-after": "1" } }),
    { times: 1 },
  );
  const downloading = page.waitForEvent("download");
  await plot.getByRole("button", { name: "CSV" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`${sensor}_2019-03-12_2019-03-13_A.csv`);
  const text = await readFile(await download.path(), "utf8");
  const [header = "", ...lines] = text.trimEnd().split("\r\n");
  const columns = header.split(",");
  const rest = await get(tenant.measurementsPath(), {
    key: tenant.key,
    query: { startAt: "2019-03-12", endAt: "2019-03-13T23:59:59Z", limit: 2000 },
  });
  const { data } = (await rest.json()) as { data: Record<string, string | number | null>[] };
  expect(data).toHaveLength(48);
  expect(lines).toHaveLength(48);
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
  expect(shown.map(([time, ...levels]) => [Date.parse(String(time)), ...levels])).toEqual(
    served.map(([time, ...levels]) => [Date.parse(String(time)), ...levels]),
  );
});

test("each view has a link with its range @firefox", async ({ page, open, gateway, tenantOf }) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 3600 } });
  await tenant.addSamples([{ second: at("2019-03-12T00:00:00Z"), LAeq: 45 }]);
  await page.addInitScript(`Object.defineProperty(navigator, "clipboard", {
    value: { writeText: async (text) => { globalThis.copied = text; } } })`);
  const project = `#/p/${tenant.projectId}`;
  const newest = "from=2019-03-06&to=2019-03-12";
  await open(tenant, `${project}/events?mode=episodes`);
  for (const [fragment, linked] of [
    [`${project}/events?mode=episodes`, `${project}/events?mode=episodes&`],
    [project, `${project}?`],
    [`${project}/s/${tenant.sensorIds[0]}`, `${project}/s/${tenant.sensorIds[0]}?`],
    ...["compliance", "availability", "compare", "report"].map((view) => [
      `${project}/${view}`,
      `${project}/${view}?`,
    ]),
    [`${project}/schedule`, null],
    ["#/", null],
  ] as const) {
    await page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
    const hash = linked === null ? fragment : `${linked}${newest}`;
    expect(await page.evaluate("globalThis.copied")).toBe(`${gateway.internalUrl}/${hash}`);
  }
});

test.describe("a person whose language has a decimal comma", () => {
  test.use({ locale: "de-DE" });

  test("has a CSV that a spreadsheet reads: decimals, dates, and the instant beside them", async ({
    page,
    open,
    tenantOf,
  }) => {
    const classification = { model: "ears", minConfidence: 0.5 };
    const tenant = await tenantOf({ site: { intervalSeconds: 3600, classification } });
    const second = at("2019-03-31T01:00:00Z");
    await tenant.addSamples([{ second, LAeq: 45.03, LAFmin: -5.25 }]);
    await tenant.addClassifications([["ears", second, "crane", 0.75]]);
    const [sensor = ""] = tenant.sensorIds;
    const day = "from=2019-03-31&to=2019-03-31";
    await open(tenant, `#/p/${tenant.projectId}/s/${sensor}?${day}`);
    const downloading = page.waitForEvent("download");
    await page.getByTestId("level-plot").getByRole("button", { name: "Excel" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(`${sensor}_2019-03-31_2019-03-31_A_excel.csv`);
    const text = await readFile(await download.path(), "utf8");
    expect(text).toBe(
      "\uFEFFsensor_id;datetime_utc;datetime_local;Leq;LAeq;LCeq;LZeq;LAFmax;LAFmin;LCpeak;LA10;LA50;LA90;limit;limit_source;over;label;confidence\r\n" +
        `${sensor};2019-03-31T01:00:00.000Z;2019-03-31 02:00:00;45,03;45,03;;;;-5,25;;;;;60;project_default;-14,97;crane;0,75\r\n`,
    );
  });
});

test("keys are in a dialog, a field keeps its text @firefox", async ({ page, open, tenantOf }) => {
  const { projectId, key } = await tenantOf();
  await open({ key }, `#/p/${projectId}/events?${days}`);
  const dialog = page.getByRole("dialog");
  // The frame is rendered anew once the project is known.
  await expect(page.getByRole("heading", { name: "Events" })).toBeVisible();
  await page.getByRole("button", { name: "Help and keys" }).click();
  // It opens at its start, on a small screen as well.
  await expect(page.getByRole("heading", { name: "Keys in a plot" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  const label = page.getByLabel("Label", { exact: true });
  await label.pressSequentially("go");
  const episodes = page.getByRole("button", { name: "Episodes" });
  // A click would end the typing: it would move the focus.
  await episodes.evaluate((button: HTMLElement) => button.click());
  await expect(episodes).toHaveAttribute("aria-pressed", "true");
  await expect(label).toHaveValue("go");
  await label.press("Enter");
  await expect(page).toHaveURL(/label=go/);
  await page.goBack();
  await expect(label).toHaveValue("");
});
