import { levelsFrom } from "../support/series.ts";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { at, expect, needBrowser, test, typeKey } from "./dashboard.ts";
import { writeReport } from "../../src/server/write-report.ts";
import { works } from "./works.ts";

needBrowser();

const instrument = {
  class: 1,
  microphone: { height: 4.5, mounting: "façade, 1 m" },
  calibrations: [
    { date: "2019-03-12", level: 93.97, note: "after rain" },
    { date: "2019-02-01" },
    { date: "2019-03-13" },
  ],
};

test("a report begins with its answer and the verdicts, lists episodes, and accounts for all of the time", async ({
  page,
  open,
  tenantOf,
  database,
}) => {
  const tenant = await tenantOf({
    sensors: [
      { name: "Quay", ...instrument, location: { latitude: 38.7, longitude: -9.15 } },
      // 0.001° of latitude are 111.2 m.
      { name: "Silent court", location: { latitude: 38.701, longitude: -9.15 } },
    ],
    site: {
      intervalSeconds: 300,
      criteria: [works],
      permit: { number: "2019/114", authority: "City" },
    },
  });
  // A day at 66.2 dB from 07:00 to 18:00, above both limits but for an hour of calibration and an hour that is missing.
  const first = at("2019-03-12T07:00:00Z");
  const samples = levelsFrom(first, 132, 300, 66.2);
  await tenant.addSamples([
    // From the day before on it is due.
    { second: first - 86_400, LAeq: 50 },
    ...samples.filter(({ second }) => second < first + 3600 || second >= first + 7200),
  ]);
  await database.db.execute(sql`insert into exclusions (sensor_no, start_at, end_at, reason)
    select sensor_no, '2019-03-12T12:00:00Z', '2019-03-12T13:00:00Z', 'Calibration'
    from sensors where id = ${tenant.sensorIds[0] ?? ""}`);
  const report = await open(
    tenant,
    `#/p/${tenant.projectId}/report?from=2019-03-12&to=2019-03-12`,
    "report",
  );
  const headings = await report.getByRole("heading", { level: 2 }).allInnerTexts();
  expect(headings).toEqual([
    "Result",
    "Verdicts",
    "Positions of the sensors, north up",
    "Summary",
    "Accounts of time",
    "Limits",
    "Legend of the plots",
    "Method",
    "Quay",
  ]);
  const plan = report.getByRole("img", { name: "Positions of the sensors, north up" });
  expect(await plan.locator("text").allTextContents()).toEqual(["1", "2", "100 m"]);
  const [quay, court] = await plan.locator("circle").all();
  expect(Number(await quay?.getAttribute("cy"))).toBeGreaterThan(
    Number(await court?.getAttribute("cy")),
  );
  for (const sentence of [
    "Sound was measured with 1 of 2 sensors (Tue 12 Mar 2019); valid LAeq covers 18.8 % of the time of 2 sensors.",
    "Exceeded: Construction at Quay (days: 1 of 1, up to +1.20 dB).",
    "Undecided windows: 1, reason: no valid samples (1).",
    "Permit2019/114, City",
    "Rulessite file version 1, applied ",
    `${tenant.projectId}_20190312T000000Z_20190312T235959Z.tar.gz`,
    "class 1 (IEC 61672-1)",
    "microphone: 4.5 m above the ground, façade, 1 m",
    "last calibration: Tue 12 Mar 2019, 93.97 dB, after rain",
  ]) {
    await expect(report).toContainText(sentence);
  }
  await expect(report).toContainText(/18\.8\u{a0}% of the time/u);
  await expect(report.locator(".site-plan + p")).toHaveText(/^1\u{a0}Quay · 2\u{a0}Silent court$/u);
  await expect(report.locator(".site-plan + p b")).toHaveText(["1", "2"]);
  await expect(report.getByRole("list", { name: "Gaps of Quay" })).toContainText(
    "Tue 12 Mar 2019 08:00 to 09:00: 1 h, 12 missing",
  );
  await expect(page.getByLabel("Permit", { exact: true })).toHaveCount(0);
  await expect(report.locator("[data-verdict=exceeded]")).toHaveCount(1);
  await expect(report.locator("[data-verdict=exceeded]")).toHaveCSS(
    "background-color",
    "rgba(0, 0, 0, 0)",
  );
  // Heading and legend go to the page of the first grid.
  const firstGrid = report.locator(".report-whole:has(.sign-table)").first();
  await expect(firstGrid.getByRole("heading", { level: 2 })).toHaveText("Verdicts");
  await expect(firstGrid).toContainText("▲ exceeded");
  const day = report.locator(".sign-table thead .day-name");
  await expect(day).toHaveText("Tu12");
  await expect(
    report.getByRole("row", {
      name: /Tue 12 Mar\s*Quay\s*Construction\s*66.20\s*65.00\s*\+1.20/,
    }),
  ).toBeVisible();
  await expect(
    report.getByRole("row", {
      name: /Quay\s*24 h\s*9 h \(37.5 %\)\s*1 h \(4.2 %\)\s*14 h \(58.3 %\)\s*Calibration 1 h/,
    }),
  ).toBeVisible();
  await expect(report).toContainText(/an exceedance is not by itself a breach/i);
  await expect(report).toContainText("No samples in this range: Silent court.");
  await expect(report).toContainText("exceedances that follow each other without a gap");
  // The missing hour and the excluded one part episodes.
  await expect(report).toContainText("3 episodes of 108 exceedances.");
  await expect(
    report.getByRole("row", {
      name: /Tue 12 Mar 2019 13:00\s*5 h\s*60\s*66.20\s*108.75\s*\+6.20/,
    }),
  ).toBeVisible();
  await expect(report).toContainText("12 Mar: 3, 9 h, +6.20 dB, 07:00");
  await expect(report.locator(".week-plot svg")).toHaveCount(1);
  await expect(
    report.getByRole("heading", { name: "Exceeded windows, the furthest first, 2019" }),
  ).toBeVisible();
  // 35 mm from 50 dB to 80 dB, which are 10 dB above the highest level.
  const heightOf = async (level: string) =>
    Number(await report.locator(".week-plot").getByText(level, { exact: true }).getAttribute("y"));
  expect((await heightOf("50")) - (await heightOf("80"))).toBe(132);
  await expect(report.locator(".week-plot .plot-name").first()).toHaveCSS(
    "stroke",
    "rgb(255, 255, 255)",
  );

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

test("a report says which windows the contract cuts, and writes ends as the clock of what follows", async ({
  open,
  tenantOf,
  page,
}) => {
  const tenant = await tenantOf({
    site: {
      intervalSeconds: 300,
      criteria: [works],
      contract: { startAt: "2019-03-12T08:30:00Z", endAt: "2019-03-14T11:59:59Z" },
    },
  });
  await tenant.addSamples(levelsFrom(at("2019-03-12T08:30:00Z"), 258, 300, 66.2));
  await page.clock.setFixedTime("2019-03-13T06:02:00Z");
  const fragment = `#/p/${tenant.projectId}/report?from=2019-03-12&to=2019-03-13&form=short`;
  const report = await open(tenant, fragment, "report");
  for (const text of [
    "ContractTue 12 Mar 2019 08:30 – Thu 14 Mar 2019 12:00; only what lies inside is reported",
    "As ofWed 13 Mar 2019 06:00",
    "1 exceeded; 1 of them cut by the contract.",
  ]) {
    await expect(report).toContainText(text);
  }
  await expect(report.getByRole("row", { name: /^Tue 12 Mar Sensor 0/ })).toHaveText(
    /1 of 1; cut by the contract$/,
  );
});

test("a report is in the language that is chosen, numbers and dates included, and its address keeps it", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 3600, criteria: [works] } });
  await tenant.addSamples(levelsFrom(at("2019-03-12T07:00:00Z"), 11, 3600, 66.2));
  await tenant.addExclusions([["2019-03-12T12:00:00Z", "2019-03-12T13:00:00Z", "Kalibrierung"]]);
  const report = await open(
    tenant,
    `#/p/${tenant.projectId}/report?from=2019-03-12&to=2019-03-12`,
    "report",
  );
  // The site has no permit.
  await page.getByLabel("Permit", { exact: true }).fill("2019/7");
  await expect(report.locator(".sheet")).toContainText("Permit2019/7");
  await page.getByLabel("Language").selectOption("Deutsch");
  const sheet = report.locator(".sheet[lang=de]");
  await expect(sheet.getByRole("heading", { level: 2 }).first()).toHaveText("Ergebnis");
  await expect(page.getByTestId("range")).toContainText("Tue 12 Mar 2019");
  await expect(report).toHaveAttribute("data-ready", "true");
  await expect(sheet.getByRole("row", { name: /^Di 12\. März Sensor 0/ })).toHaveText(
    /Construction\s*66,20\s*65,00\s*\+1,20\s*1 von 1/,
  );
  await expect(sheet).toContainText(
    "Überschritten: Construction bei Sensor 0 (Tage: 1 von 1, bis zu +1,20 dB).",
  );
  await expect(sheet.locator(".sign-table thead .day-name")).toHaveText("Di12");
  await expect(sheet).toContainText("Genehmigung2019/7");
  await expect(sheet).toContainText(
    "LAeq des ganzen Zeitfensters, täglich und Feiertage 07:00–18:00",
  );
  await expect(sheet).toContainText("2 Episoden mit 10 Überschreitungen.");
  // On a phone, no head of a column and no name of a fact is broken inside a word either.
  const size = page.viewportSize();
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    const broken = await sheet.locator(":is(thead th, .report-head dt)").evaluateAll((heads) =>
      heads
        .flatMap((head) => [...head.childNodes].filter(({ nodeType }) => nodeType === 3))
        .flatMap((text) =>
          [...(text.nodeValue ?? "").matchAll(/\p{L}+/gu)]
            .filter(({ index, 0: word }) => {
              const range = document.createRange();
              range.setStart(text, index);
              range.setEnd(text, index + word.length);
              return range.getClientRects().length > 1;
            })
            .map(([word]) => word),
        ),
    );
    expect(broken).toEqual([]);
  }
  if (size !== null) await page.setViewportSize(size);
  // Back before the words of another language have come.
  await page.route(/\/fr-[^/]*\.json$/, () => undefined);
  await page.getByLabel("Language").selectOption("Français");
  await expect(sheet).toHaveCount(0);
  await page.goBack();
  await expect(sheet).toContainText("Bericht über Schallmessungen");
  await page.unroute(/\/fr-[^/]*\.json$/);

  await page.goto(page.url());
  await page.reload();
  await typeKey(page, tenant.key);
  await expect(sheet).toContainText("Bericht über Schallmessungen");
  await expect(page).toHaveURL(/language=de/);
  for (const [name, title] of [
    ["Français", "Synthèse"],
    ["Español", "Resumen"],
  ] as const) {
    await page.getByLabel("Language").selectOption(name);
    await expect(report.getByRole("heading", { level: 2, name: title })).toBeVisible();
  }
  // The rest of the page is English.
  await page.evaluate(
    `location.hash = "#/p/${tenant.projectId}/compliance?from=2019-03-12&to=2019-03-12"`,
  );
  await expect(page.getByTestId("verdict").first()).toContainText("exceeded");
});

test("all words of a report are those of its language, also in names for readers, which are unlike", async ({
  page,
  open,
  tenantOf,
}) => {
  // Names have no letters: with a table whose words have none, what is left is quantities, units and ids.
  const criteria = [
    { ...works, id: "c-1", name: "1", allowed: 2, over: { block: "PT15M" }, limit: 62.5 },
    { ...works, id: "c-2", name: "2", from: "20:00", to: "21:00" },
  ];
  const tenant = await tenantOf({
    sensors: [
      {
        name: "1",
        class: 1,
        microphone: { height: 4, mounting: "4" },
        calibrations: [{ date: "2019-03-01", level: 94, note: "5" }],
      },
      { name: "2" },
    ],
    site: {
      permit: { number: "6", authority: "7" },
      intervalSeconds: 900,
      criteria,
      limits: { default: { A: 62.5 } },
    },
  });
  for (const sensor of tenant.sensorIds.keys()) {
    await tenant.addSamples(levelsFrom(at("2019-03-12T07:00:00Z"), 44, 900, 66.2), sensor);
    const excluded = ["2019-03-12T12:00:00Z", "2019-03-12T13:00:00Z", "3"] as const;
    await tenant.addExclusions([excluded], sensor);
  }
  await page.route(/\/de-[^/]*\.json$/, async (route) => {
    const words = (await (await route.fetch()).json()) as Record<string, string>;
    const marked = Object.entries(words).map(([name, text]) => [
      name,
      text.replace(/\{\w+\}|\p{L}/gu, (part) => (part.startsWith("{") ? part : "¤")),
    ]);
    await route.fulfill({ json: Object.fromEntries(marked) });
  });
  await open(
    tenant,
    `#/p/${tenant.projectId}/report?from=2019-03-11&to=2019-03-12&language=de`,
    "report",
  );
  const texts = await page
    .locator(".sheet")
    .evaluate((sheet) =>
      [...sheet.querySelectorAll("*")].flatMap((element) => [
        ...[...element.childNodes].flatMap(({ nodeType, nodeValue }) =>
          nodeType === 3 ? [nodeValue ?? ""] : [],
        ),
        ...["aria-label", "title", "alt"].map((name) => element.getAttribute(name) ?? ""),
      ]),
    );
  expect(texts.length).toBeGreaterThan(200);
  const known =
    /p-[0-9a-f]+_\d+T\d+Z_\d+T\d+Z\.tar\.gz|Project of a test|Europe\/Dublin|UTC|p-[0-9a-f]+-s\d+|L[ACZ]eq|LA90|LAFmax|LAE|Lday|Leve|Lnight|Lden|dB|\b[ACZ]\b|\b(?:h|min|s)\b/g;
  expect(texts.filter((text) => /\p{L}/u.test(text.replace(known, "")))).toEqual([]);

  const regions = await page
    .locator(".sheet [role=region]")
    .evaluateAll((all) => all.map((region) => region.getAttribute("aria-label")));
  expect(regions.length).toBeGreaterThan(4);
  expect(regions.filter((label, index) => regions.indexOf(label) !== index)).toEqual([]);
});

test("a report of 67 sensors takes those that exceed, then those with data, and says why it leaves out the others", async ({
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({
    sensors: 67,
    site: { intervalSeconds: 3600, criteria: [works] },
  });
  const hours = (level: number, count: number) =>
    levelsFrom(at("2019-03-12T00:00:00Z"), 24, 3600, (hour) => (hour < count ? level : 50));
  // 60 is above its limit in an hour, 30 in three, 45 all day long, so that its window is exceeded; seven are silent.
  const loud = new Map([
    [60, 1],
    [30, 3],
    [45, 24],
  ]);
  for (const index of Array.from({ length: 60 }, (_, sensor) => sensor + 1)) {
    await tenant.addSamples(hours(70, loud.get(index) ?? 0), index);
  }
  const report = await open(
    tenant,
    `#/p/${tenant.projectId}/report?from=2019-03-12&to=2019-03-12&form=short`,
    "report",
  );
  const quiet = Array.from({ length: 60 }, (_, sensor) => sensor + 1).filter(
    (index) => !loud.has(index),
  );
  const names = (indexes: readonly number[]) =>
    indexes.map((index) => `Sensor ${index}`).join("; ");
  const facts = report.locator(".report-head");
  await expect(facts).toContainText(`${names([45, 30, 60, ...quiet.slice(0, 9)])} (12 of 67)`);
  await expect(facts).toContainText(
    `48 without exceedances: ${names(quiet.slice(9, 21))}; and 36 more`,
  );
  await expect(facts).toContainText(
    `7 without samples in this range: ${names([0, 61, 62, 63, 64, 65, 66])}`,
  );
});

test("a request of a report is refused neither for the plots that it leaves out, nor for the windows of a year", async ({
  page,
  open,
  tenantOf,
}) => {
  const criteria = Array.from({ length: 7 }, (_, index) => ({ ...works, id: `c-${index}` }));
  const contract = { startAt: "2018-04-01", endAt: "2019-03-31" };
  const tenant = await tenantOf({
    sensors: 12,
    site: { intervalSeconds: 3600, contract, criteria },
  });
  const statuses: number[] = [];
  page.on("response", (response) => statuses.push(response.status()));
  const fragment = `#/p/${tenant.projectId}/report?form=short`;
  await open(tenant, `${fragment}&from=2019-03-31&to=2019-03-31`, "report");
  expect(statuses.filter((status) => status >= 400)).toEqual([]);
  // 2,569 windows of some twenty values: an answer may have 250,000.
  const together: number[] = [];
  await page.route("**/graphql", async (route) => {
    const { operationName, variables } = route.request().postDataJSON() as {
      readonly operationName: string;
      readonly variables: { readonly sensors: readonly string[] };
    };
    if (operationName !== "ReportFigures") return route.fallback();
    together.push(variables.sensors.length);
    const errors = [{ message: "The deadline has passed.", extensions: { code: "DEADLINE" } }];
    return route.fulfill({ json: { data: { project: null }, errors } });
  });
  await page.evaluate(`location.hash = "${fragment}&from=2018-04-01&to=2019-03-31"`);
  await expect(page.getByTestId("range")).toContainText("365 days");
  await expect(page.getByTestId("report")).toHaveAttribute("data-ready", "true");
  expect(together).toEqual([2, 2, 2, 2, 2, 2]);
});

test("without a sample, a report has no legend of plots, and says what it has no figures of", async ({
  page,
  open,
  tenantOf,
}) => {
  const one = await tenantOf({ sensors: [{ name: "Quay" }], site: { intervalSeconds: 3600 } });
  const days = "from=2019-03-12&to=2019-03-12";
  const report = await open(one, `#/p/${one.projectId}/report?${days}`, "report");
  await expect(report).toContainText("No samples in this range: Quay.");
  await expect(report).not.toContainText("No sensors");
  await expect(report).not.toContainText("Legend of the plots");

  const many = await tenantOf({ sensors: 13, site: { intervalSeconds: 3600 } });
  await page.goto("about:blank");
  await open(many, `#/p/${many.projectId}/report?${days}`, "report");
  await expect(report).toContainText("SensorsNo sensors (0 of 13)");
});

test("a report whose sensors could not be chosen says so, and is read again", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ sensors: 13, site: { intervalSeconds: 3600 } });
  await tenant.addSamples([{ second: at("2019-03-12T07:00:00Z"), LAeq: 66.2 }]);
  let isDown = true;
  await page.route("**/graphql", async (route) => {
    const asked = route.request().postDataJSON() as { operationName: string };
    if (!isDown || asked.operationName !== "ReportChoice") return route.fallback();
    const errors = [{ message: "The deadline has passed.", extensions: { code: "DEADLINE" } }];
    return route.fulfill({ json: { data: { project: null }, errors } });
  });
  await open(tenant, `#/p/${tenant.projectId}/report?from=2019-03-12&to=2019-03-12&form=short`);
  const report = page.getByTestId("report");
  await expect(report).toContainText("The deadline has passed.");
  await expect(report).toHaveAttribute("data-ready", "false");
  await expect(report.getByRole("heading", { level: 1 })).toHaveText("Report");
  isDown = false;
  await report.getByRole("button", { name: "Try again" }).click();
  await expect(report).toHaveAttribute("data-ready", "true");
  await expect(report.locator(".sheet")).toContainText("12 without samples in this range");
  // Without criteria, there is nothing to prove.
  await expect(report.locator(".sheet")).not.toContainText(".tar.gz");
});

test("the file of a report has the texts and the plots of the page", async ({
  page,
  open,
  tenantOf,
  database,
}) => {
  const tenant = await tenantOf({
    sensors: 2,
    site: { intervalSeconds: 3600, criteria: [works] },
  });
  await tenant.addSamples(
    levelsFrom(at("2019-03-04T00:00:00Z"), 300, 3600, (hour) => 50 + (hour % 24)),
  );
  await tenant.addExclusions([["2019-03-12T12:00:00Z", "2019-03-12T13:00:00Z", "Calibration"]]);
  await open(
    tenant,
    `#/p/${tenant.projectId}/report?from=2019-03-01&to=2019-03-31&language=fr`,
    "report",
  );
  // When it was created is all that may differ.
  const contentOf = async () => ({
    texts: (await page.locator(".sheet").innerText()).replace(/Établi\n.*/, ""),
    plots: await page
      .locator(".sheet path")
      .evaluateAll((paths) => paths.map((path) => path.getAttribute("d"))),
    columns: await page
      .locator(".sheet th")
      .evaluateAll((heads) => heads.map((head) => getComputedStyle(head).textAlign)),
  });
  const ofPage = await contentOf();
  expect(ofPage.plots.length).toBeGreaterThan(20);
  const wanted = {
    project: tenant.projectId,
    from: "2019-03-01",
    to: "2019-03-31",
    language: "fr",
  };
  const written = await writeReport(database, { ...wanted, words: {} }, pino({ level: "silent" }));
  await page.goto("about:blank");
  await page.setContent(("file" in written && written.file) || "");
  expect(await contentOf()).toEqual(ofPage);
});

test("without criteria and limits nothing is judged, and no figure reads as kept", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 3600, limits: undefined } });
  // From the day before on it is due.
  await tenant.addSamples(levelsFrom(at("2019-03-11T07:00:00Z"), 2, 86_400, 66.2));
  const days = "from=2019-03-12&to=2019-03-12";
  await open(tenant, `#/p/${tenant.projectId}/s/${tenant.sensorIds[0]}?${days}`);
  await expect(page.getByTestId("summary")).toContainText(/Exceedances\s*–\s*no limit holds/);
  await page.evaluate(`location.hash = "#/p/${tenant.projectId}/report?${days}"`);
  const report = page.getByTestId("report");
  await expect(report).toHaveAttribute("data-ready", "true");
  await expect(report).toContainText("No limit holds: no sample of LAeq is judged.");
  await expect(report.getByRole("row", { name: /Sensor 0.*\s–\s*–\s*–\s*4.2 %$/ })).toBeVisible();
  await page.evaluate(
    `location.hash = "#/p/${tenant.projectId}/compare?a=${tenant.sensorIds[0]}&${days}"`,
  );
  await expect(page.getByRole("row", { name: /^Exceedances/ })).toHaveText(/^Exceedances–––$/);
  for (const mode of ["samples", "episodes"]) {
    await page.evaluate(`location.hash = "#/p/${tenant.projectId}/events?${days}&mode=${mode}"`);
    const list = page.getByTestId("event-list");
    await expect(list.getByRole("status").first()).toHaveText(/^No limit in dB\(A\)/);
    await expect(list).toContainText("No sample has a limit from");
  }
  await page.evaluate('location.hash = "#/"');
  await expect(page.getByRole("button", { name: "– exceedances in the last 24 h" })).toBeVisible();
});
