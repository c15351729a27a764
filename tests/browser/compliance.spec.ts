import { levelsFrom } from "../support/series.ts";
import { criterionOf } from "../support/criterion.ts";
import { sql } from "drizzle-orm";
import { at, expect, needBrowser, refuse, test } from "./dashboard.ts";
import { workingDays, works as everyDay } from "./works.ts";

needBrowser();

/** Eleven hours of the working day; the clock of Dublin is that of UTC in March. */
const works = { ...everyDay, name: "Construction, working days", days: workingDays };

const hours = criterionOf("hours LAeq 22:00-02:00 50", {
  name: "Hours of the night",
  over: { block: "PT1H" },
  allowed: 1,
  adjustments: [{ name: "Impulsive sound", add: 5 }],
});

/** Samples of five minutes from one instant to another, the end outside. */
function level(LAeq: number, from: string, to: string) {
  const [first, end] = [at(from), at(to)];
  return levelsFrom(first, (end - first) / 300, 300, LAeq);
}

const week = "from=2019-03-11&to=2019-03-13";

test("the calendar has a verdict for each window, and a click opens what it rests on", async ({
  page,
  open,
  tenantOf,
  database,
}) => {
  const tenant = await tenantOf({
    sensors: 2,
    site: { intervalSeconds: 300, criteria: [works, hours] },
  });
  const [sensor = ""] = tenant.sensorIds;
  await tenant.addSamples([
    ...level(66.2, "2019-03-11T07:00:00Z", "2019-03-11T18:00:00Z"),
    ...level(40, "2019-03-11T22:00:00Z", "2019-03-12T00:00:00Z"),
    ...level(47.25, "2019-03-12T00:00:00Z", "2019-03-12T02:00:00Z"),
    ...level(60, "2019-03-12T07:00:00Z", "2019-03-12T18:00:00Z"),
    ...level(60, "2019-03-13T07:00:00Z", "2019-03-13T09:00:00Z"),
  ]);
  await database.db.execute(sql`insert into exclusions (sensor_no, start_at, end_at, reason, note)
    select sensor_no, '2019-03-12T08:00:00Z', '2019-03-12T09:00:00Z', 'Calibration', 'On site'
    from sensors where id = ${sensor}`);
  await open(tenant, `#/p/${tenant.projectId}/compliance?${week}`, "compliance");
  const of = (criterion: string, date: string, index = 0) =>
    page.locator(
      `[data-testid=verdict][data-criterion=${criterion}][data-date="${date}"][data-sensor="${tenant.sensorIds[index]}"]`,
    );
  // A night that began before the range reaches into it.
  await expect(page.getByTestId("verdict")).toHaveCount(2 * (3 + 4));
  for (const [cell, verdict] of [
    [of("works", "2019-03-11"), "exceeded"],
    [of("works", "2019-03-12"), "kept"],
    [of("works", "2019-03-13"), "undecided"],
    [of("works", "2019-03-12", 1), "undecided"],
    [of("hours", "2019-03-11"), "exceeded"],
  ] as const) {
    await expect(cell).toHaveAttribute("data-verdict", verdict);
    await expect(cell).toContainText(verdict);
  }

  // The cell shows what decides: the number of hours, where one may exceed.
  await expect(of("hours", "2019-03-11")).toContainText("2 of 1 allowed");
  await expect(of("works", "2019-03-11")).toContainText("66.2");
  await of("works", "2019-03-11").click();
  const window = page.getByTestId("window");
  await expect(window).toContainText(
    "LAeq,11h of Monday 11 March was 66.2 dB, 1.2 dB above the 65 dB of Construction, working days.",
  );
  // The verdict says that it is used up: a share beside it could only refute it.
  await expect(window.getByTestId("budget")).toHaveCount(0);
  const plot = window.getByTestId("level-plot");
  await expect(plot).toHaveAttribute("data-ready", "true");
  await expect(plot).toContainText("Reference time above the limit");
  await expect.poll(() => new URL(page.url()).hash).toContain("criterion=works");

  await of("works", "2019-03-12").click();
  await expect(window).toContainText(
    "Tue 12 Mar 2019 08:00 to Tue 12 Mar 2019 09:00: Calibration (On site)",
  );
  await expect(window).toContainText("1 h excluded");

  // The address opens the window; its reference times have the adjustment.
  await page.goBack();
  await expect(window).toContainText("Monday 11 March");
  await of("hours", "2019-03-11").click();
  await expect(window).toContainText(
    "2 of 4 reference times of Monday 11 March exceed the 50 dB of Hours of the night; 1 is allowed. The highest LAeq,1h was 52.3 dB, 2.3 dB above the 50 dB.",
  );
  await expect(window.getByRole("row", { name: /00:00–01:00\s*52.25\s*\+2.25/ })).toBeVisible();
  await expect(window).toContainText("Impulsive sound: +5.00 dB over 4 h");
  await window.getByRole("button", { name: "Close" }).click();
  await expect(window).toHaveCount(0);
  await expect(of("hours", "2019-03-11")).toBeFocused();
});

test("the verdicts of nine sensors are one request, and all figures of their report two", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ sensors: 9, site: { intervalSeconds: 300, criteria: [works] } });
  await tenant.addSamples(level(64, "2019-03-11T07:00:00Z", "2019-03-11T18:00:00Z"), 8);
  const asked: string[] = [];
  page.on("request", (request) => {
    const body = request.postDataJSON() as { readonly operationName?: string } | null;
    if (body?.operationName !== undefined) asked.push(body.operationName);
  });
  await open(tenant, `#/p/${tenant.projectId}/compliance?${week}`, "compliance");
  await expect(page.getByTestId("verdict")).toHaveCount(9 * 3);
  await expect(page.locator("[data-verdict=kept]")).toHaveAttribute(
    "data-sensor",
    tenant.sensorIds[8] ?? "",
  );
  expect(asked.filter((name) => name === "SensorVerdicts")).toHaveLength(1);

  await page.getByRole("link", { name: "Report" }).click();
  await expect(page.getByTestId("report")).toHaveAttribute("data-ready", "true");
  await expect(page.getByTestId("report")).toContainText("Sensor 8");
  expect(asked.filter((name) => name === "ReportFigures")).toHaveLength(2);
  expect(asked).not.toContain("HourStatistics");
});

test("a window that is running says what is left of its budget", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 300, criteria: [works] } });
  await tenant.addSamples(level(65, "2019-03-12T07:00:00Z", "2019-03-12T12:30:00Z"));
  await page.clock.setFixedTime("2019-03-12T12:31:00Z");
  await open(tenant, `#/p/${tenant.projectId}/compliance?from=2019-03-12&to=2019-03-12`);
  await expect(page.getByTestId("budget")).toHaveCount(1);
  await expect(page.getByTestId("budget")).toContainText("50 % used");
  await expect(page.getByTestId("budget")).toContainText("5 h 30 min left, at 65.0 dB on average");
  await expect(page.getByTestId("verdict")).toHaveAttribute("data-verdict", "undecided");
  await expect(page.getByTestId("verdict")).toContainText("running");
  const cell = page.getByTestId("verdict");
  await expect(cell).toHaveAttribute("title", /2019, Sensor 0, still running: 65/);
  await cell.click();
  const window = page.getByTestId("window");
  await expect(window).toContainText("is 65.0 dB so far, exactly the 65 dB");
  await expect(window).not.toContainText("Undecided");
  // The sample of 12:30 is missing only from 12:35 on.
  await expect(window.getByTestId("level-plot")).toHaveAttribute("data-gaps", "0");
  // Running is not undecided in totals either.
  const card = page.getByRole("region", { name: works.name, exact: true });
  await expect(card).toContainText("1 still running");
  await expect(card).not.toContainText("undecided");
});

test("a night that begins before the contract is cut by it, not undecided", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({
    site: {
      intervalSeconds: 300,
      contract: { startAt: "2019-03-12", endAt: "2019-04-30" },
      criteria: [{ ...works, id: "night", from: "18:00", to: "07:00", days: undefined }],
    },
  });
  await tenant.addSamples(level(60, "2019-03-12T00:00:00Z", "2019-03-12T04:00:00Z"));
  await open(tenant, `#/p/${tenant.projectId}/compliance?from=2019-03-12&to=2019-03-12`);
  const cell = page.locator('[data-testid=verdict][data-date="2019-03-11"]');
  await expect(cell).toHaveAttribute("data-state", "cut");
  await cell.click();
  const window = page.getByTestId("window");
  await expect(window).toContainText("The contract begins inside this window");
  await expect(window.getByTestId("level-plot")).toHaveAttribute("data-points", "48");
});

test("the summary counts windows over midnight as nights, and says that some days are not decided", async ({
  page,
  open,
  tenantOf,
}) => {
  const night = { ...everyDay, id: "night", name: "Night", from: "22:00", to: "06:00" };
  const tenant = await tenantOf({
    site: {
      intervalSeconds: 3600,
      criteria: [
        { ...works, limit: 55 },
        { ...night, limit: 50 },
      ],
    },
  });
  // Nights begin on Sunday the 10th to Wednesday the 13th; on Wednesday, nothing is measured by day.
  await tenant.addSamples([
    ...levelsFrom(at("2019-03-10T22:00:00Z"), 56, 3600, 60),
    ...levelsFrom(at("2019-03-13T22:00:00Z"), 8, 3600, 60),
  ]);
  await open(
    tenant,
    `#/p/${tenant.projectId}/compliance?from=2019-03-11&to=2019-03-13`,
    "compliance",
  );
  const summary = page.getByTestId("compliance-summary");
  await expect(summary).toContainText(
    "exceeded 50 dB on 4 of 4 nights, by 10.0 dB at most (Night)",
  );
  await expect(summary).toContainText("exceeded 55 dB on 2 of 2 decided days, by 5.0 dB at most");
  await expect(summary).toContainText("1 undecided");
});

test("windows are assessed by today's rules, or by those that were in force when they began", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 300, criteria: [works] } });
  await tenant.addSamples([
    ...level(66.2, "2019-03-11T07:00:00Z", "2019-03-11T18:00:00Z"),
    ...level(66.2, "2019-03-13T07:00:00Z", "2019-03-13T18:00:00Z"),
  ]);
  await tenant.apply({ criteria: [{ ...works, limit: 70 }] });
  // Version 1 is in force from 10 March on, version 2 from the noon of 12 March.
  await tenant.dateVersions("2019-03-10T00:00:00Z", "2019-03-12T12:00:00Z");
  await open(tenant, `#/p/${tenant.projectId}/compliance?${week}`);
  const verdicts = () =>
    page
      .getByTestId("verdict")
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute("data-verdict")));
  const view = page.getByTestId("compliance");
  await expect(view).toHaveAttribute("data-ready", "true");
  expect(await verdicts()).toEqual(["kept", "undecided", "kept"]);

  await page.getByRole("button", { name: "Rules then in force" }).click();
  await expect(page.locator("[data-verdict=exceeded]")).toHaveCount(1);
  await expect(view).toHaveAttribute("data-ready", "true");
  expect(await verdicts()).toEqual(["exceeded", "undecided", "kept"]);
  await page.locator("[data-verdict=exceeded]").click();
  await expect(page.getByTestId("window")).toContainText("1.2 dB above the 65 dB");
  await expect(page.getByTestId("window")).toContainText("of Construction, working days.");
  await expect(view).toContainText("windows that began before 12 Mar 2019 12:00 went by other");

  // Nothing of the rules has changed since the 13th.
  const later = `#/p/${tenant.projectId}/compliance?from=2019-03-13&to=2019-03-13`;
  await page.evaluate(`location.hash = ${JSON.stringify(later)}`);
  await expect(page.locator("[data-verdict=kept]")).toHaveCount(1);
  await expect(view).toHaveAttribute("data-ready", "true");
  await expect(page.getByRole("button", { name: "Rules then in force" })).toHaveCount(0);
});

test("a window of rules that read otherwise today is shown without today's words", async ({
  page,
  open,
  tenantOf,
}) => {
  const site = { intervalSeconds: 300, criteria: [works] };
  const tenant = await tenantOf({ site });
  await tenant.addSamples(level(66.2, "2019-03-11T07:00:00Z", "2019-03-11T18:00:00Z"));
  await tenant.apply({ criteria: [{ ...works, name: "Site noise", over: { block: "PT1H" } }] });
  await tenant.dateVersions("2019-03-10T00:00:00Z", "2019-03-12T12:00:00Z");
  await open(tenant, `#/p/${tenant.projectId}/compliance?${week}&asOf=then`);
  await page.locator("[data-verdict=exceeded]").click();
  await expect(page.getByTestId("window")).toContainText(
    "The level of Monday 11 March was 66.2 dB, 1.2 dB above the 65 dB of works.",
  );
  await page.getByRole("button", { name: "Today's rules" }).click();
  await expect(page.getByTestId("window")).toContainText(
    "11 of 11 reference times of Monday 11 March exceed the 65 dB of Site noise; none is allowed. The highest LAeq,1h was 66.2 dB, 1.2 dB above the 65 dB.",
  );
});

test("a window that has ended without its last samples is over, whatever was left of its budget", async ({
  page,
  open,
  tenantOf,
}) => {
  const adjustments = [{ name: "Tonal sound", add: 2.25 }];
  const tenant = await tenantOf({
    site: { intervalSeconds: 300, criteria: [{ ...works, adjustments }] },
  });
  await tenant.addSamples(level(60, "2019-03-12T07:00:00Z", "2019-03-12T17:00:00Z"));
  const day = "from=2019-03-12&to=2019-03-12";
  const view = await open(tenant, `#/p/${tenant.projectId}/compliance?${day}`, "compliance");
  await page.getByTestId("verdict").click();
  await expect(page.getByTestId("budget")).toContainText("The window is over.");
  await expect(page.getByTestId("budget")).not.toContainText("left");
  await expect(view).toContainText("Tonal sound: +2.25 dB, every day");
});

test("a project without criteria says how they are added", async ({ open, tenantOf }) => {
  const tenant = await tenantOf();
  const view = await open(tenant, `#/p/${tenant.projectId}/compliance?${week}`, "compliance");
  await expect(view).toContainText("This project has no criteria");
  await expect(view).toContainText("docs/permits.md");
});

test("the exceeded sensor stands first, what is kept is folded, and the grid is one stop of Tab", async ({
  page,
  open,
  tenantOf,
}) => {
  const sensors = 14;
  const tenant = await tenantOf({ sensors, site: { intervalSeconds: 3600, criteria: [works] } });
  const day = (LAeq: number, date: string) =>
    Array.from({ length: 11 }, (_, hour) => ({
      second: at(`${date}T07:00:00Z`) + hour * 3600,
      LAeq,
    }));
  await Promise.all(
    tenant.sensorIds.map((_, index) =>
      tenant.addSamples(
        [...day(60, "2019-03-11"), ...day(index === 9 ? 67.1 : 60, "2019-03-12")],
        index,
      ),
    ),
  );
  await open(
    tenant,
    `#/p/${tenant.projectId}/compliance?from=2019-03-11&to=2019-03-12`,
    "compliance",
  );
  const summary = page.getByTestId("compliance-summary");
  await expect(summary).toContainText("Sensor 9 exceeded 65 dB on 1 of 2 days, by 2.1 dB at most");
  await expect(summary).toContainText("27 windows kept.");
  // Its lines break at no unit.
  expect(await summary.textContent()).toContain(
    "exceeded 65\u{a0}dB on 1 of 2 days, by 2.1\u{a0}dB",
  );
  const cells = page.getByTestId("verdict");
  await expect(cells).toHaveCount(2);
  await expect(cells.nth(1)).toHaveAttribute("data-sensor", tenant.sensorIds[9] ?? "");
  // Paper has no folds.
  await page.evaluate(`for (const name of ["beforeprint", "afterprint"])
    addEventListener(name, () => {
      const count = () => document.querySelectorAll("[data-testid=verdict]").length;
      void Promise.resolve().then(() => (window[name] = count()));
    })`);
  await page.pdf();
  expect(await page.evaluate("[window.beforeprint, window.afterprint]")).toEqual([28, 2]);
  await expect(cells).toHaveCount(2);
  await page.getByText("13 sensors kept every window").click();
  await expect(cells).toHaveCount(28);

  const kept = page.getByRole("region", { name: "Verdicts: Construction, working days" }).nth(1);
  await expect(kept.locator("[tabindex='0']")).toHaveCount(1);
  await kept.locator("[tabindex='0']").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  const focused = kept.locator(":focus");
  await expect(focused).toHaveAttribute("data-date", "2019-03-12");
  await expect(focused).toHaveAttribute("data-sensor", tenant.sensorIds[1] ?? "");
  await expect(kept.locator("[tabindex='0']")).toHaveCount(1);

  await summary.getByRole("link", { name: "Sensor 9" }).click();
  const window = page.getByTestId("window");
  await expect(window).toContainText("2.1 dB above the 65 dB");
  await page.keyboard.press("Escape");
  await expect(window).toHaveCount(0);
});

test("an exceeded reference time leads to its loudest sample, and says what was heard", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({
    site: { intervalSeconds: 300, criteria: [works], classification: { model: "m" } },
  });
  const [sensor = ""] = tenant.sensorIds;
  const loudest = at("2019-03-12T09:30:00Z");
  await tenant.addSamples([
    ...level(66, "2019-03-12T07:00:00Z", "2019-03-12T09:30:00Z"),
    { second: loudest, LAeq: 80 },
    ...level(66, "2019-03-12T09:35:00Z", "2019-03-12T18:00:00Z"),
  ]);
  await tenant.addClassifications([["m", loudest, "pile driver", 0.9]]);
  // A calibration is no loudest sample, whatever its level.
  await tenant.addSamples([{ second: at("2019-03-12T11:00:00Z"), LAeq: 94 }]);
  await tenant.addExclusions([["2019-03-12T11:00:00Z", "2019-03-12T11:05:00Z", "calibration"]]);
  await open(tenant, `#/p/${tenant.projectId}/compliance?from=2019-03-12&to=2019-03-12`);
  await page.getByTestId("verdict").click();
  const times = page.getByRole("region", { name: "Reference times" });
  await expect(times.getByRole("row")).toHaveCount(2);
  await expect(times).toContainText("pile driver");
  await page.setViewportSize({ width: 390, height: 844 });
  const label = await times.getByText("pile driver").boundingBox();
  expect((label?.x ?? 390) + (label?.width ?? 0)).toBeLessThanOrEqual(390);
  await times.getByRole("link", { name: "09:30, 80.0 dB" }).click();
  await expect(page).toHaveURL(new RegExp(`/e/${sensor}.${loudest}`));
});

test("the loudest sample of a peak is the one with the highest peak", async ({
  page,
  open,
  tenantOf,
}) => {
  const peaks = { ...works, level: "LCpeak", over: "sample", limit: 100 };
  const tenant = await tenantOf({ site: { intervalSeconds: 300, criteria: [peaks] } });
  const first = at("2019-03-12T07:00:00Z");
  await tenant.addSamples([
    { second: first, LCpeak: 130, LCeq: 65 },
    { second: first + 300, LCpeak: 90, LCeq: 80 },
  ]);
  await open(tenant, `#/p/${tenant.projectId}/compliance?from=2019-03-12&to=2019-03-12`);
  await page.getByTestId("verdict").click();
  const times = page.getByRole("region", { name: "Reference times" });
  await expect(times.getByRole("link", { name: "07:00, 130.0 dB" })).toBeVisible();
});

test("what is left of the month counts its windows, whatever part of it the range shows", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 300, criteria: [works] } });
  await tenant.addSamples([
    ...level(66, "2019-03-11T07:00:00Z", "2019-03-11T18:00:00Z"),
    ...level(60, "2019-03-12T07:00:00Z", "2019-03-12T18:00:00Z"),
    ...level(60, "2019-03-13T07:00:00Z", "2019-03-13T12:00:00Z"),
  ]);
  await page.clock.setFixedTime("2019-03-13T12:02:00Z");
  await open(tenant, `#/p/${tenant.projectId}/compliance?from=2019-03-13&to=2019-03-13`);
  await page.getByText("What is left of March 2019").click();
  // Six working days before the 11th have no samples.
  await expect(
    page.getByRole("region", { name: "What is left of the month" }).getByRole("row").nth(1),
  ).toHaveText(/Construction, working days\s*1\s*6\s*1\s*1\s*–/);
});

test("a year is weeks below the names of its months, and a week opens its days", async ({
  page,
  open,
  tenantOf,
}) => {
  const contract = { startAt: "2019-01-01", endAt: "2019-12-31" };
  const tenant = await tenantOf({ site: { intervalSeconds: 3600, contract, criteria: [works] } });
  await tenant.addSamples(levelsFrom(at("2019-03-12T07:00:00Z"), 11, 3600, 67));
  await open(tenant, `#/p/${tenant.projectId}/compliance?from=2019-01-01&to=2019-12-31`);
  const calendar = page.getByRole("region", { name: "Verdicts: Construction, working days" });
  await expect(calendar.getByRole("columnheader")).toHaveCount(1 + 53);
  // All of it is in sight, and the head of a week, which is always a Monday, has its date.
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(
    await calendar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
  ).toBeLessThanOrEqual(0);
  const head = calendar.getByRole("columnheader", { name: "Mon 11 Mar 2019" });
  await expect(head.locator(".day-name")).toHaveText("11");
  await calendar.getByRole("button", { name: /Week of Mon 11 Mar 2019.*1 exceeded/ }).click();
  await expect(page).toHaveURL(/from=2019-03-11&to=2019-03-17/);
  await expect(page.locator("[data-verdict=exceeded]")).toHaveAttribute("data-date", "2019-03-12");
});

test("sixty sensors are shown part by part, while the others are being assessed", async ({
  page,
  open,
  tenantOf,
}) => {
  const criteria = Array.from({ length: 6 }, (_, index) => ({ ...hours, id: `hours-${index}` }));
  const tenant = await tenantOf({ sensors: 60, site: { intervalSeconds: 300, criteria } });
  await tenant.addSamples(level(66, "2019-03-11T22:00:00Z", "2019-03-12T02:00:00Z"));
  const held: (() => void)[] = [];
  let isHeld = true;
  let answered = 0;
  await page.route("**/graphql", async (route) => {
    const body = route.request().postDataJSON() as { readonly operationName?: string } | null;
    if (body?.operationName === "SensorVerdicts") {
      answered += 1;
      if (answered > 1 && isHeld) await new Promise<void>((resolve) => held.push(resolve));
    }
    await route.continue();
  });
  const range = "from=2019-03-01&to=2019-03-31";
  await open(tenant, `#/p/${tenant.projectId}/compliance?${range}`);
  const compliance = page.getByTestId("compliance");
  await expect(compliance.getByRole("status")).toHaveText(
    /^\d{1,2} of 60 sensors so far: the others are being assessed.$/,
  );
  await expect(page.getByTestId("compliance-summary")).toContainText("exceeded 50 dB");
  // Rows would jump while their order is not known.
  await expect(page.getByTestId("verdict")).toHaveCount(0);
  await expect(compliance).toHaveAttribute("data-ready", "false");

  isHeld = false;
  for (const release of held.splice(0)) release();
  await expect(compliance).toHaveAttribute("data-ready", "true");
  await expect(compliance.getByRole("status")).toHaveCount(0);
  await expect(compliance).toContainText("59 sensors exceeded none");

  // Read again, the page keeps what it shows: folds stay open, the focus where it is.
  const folds = compliance.getByText("59 sensors exceeded none");
  const unfolded = page.getByRole("row").filter({ hasText: "Sensor 59" });
  await folds.first().click();
  await expect(unfolded).toHaveCount(1);
  const count = await page.getByTestId("verdict").count();
  isHeld = true;
  answered = 0;
  await page.evaluate("location.hash = location.hash.replace('03-31', '03-30')");
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await expect(compliance).toHaveAttribute("data-ready", "false");
  await expect(compliance.getByRole("status")).toHaveCount(0);
  await expect(folds.first()).toBeFocused();
  await expect(page.getByTestId("verdict")).toHaveCount(count);
  isHeld = false;
  for (const release of held) release();
  await expect(compliance).toHaveAttribute("data-ready", "true");
  await expect(folds.first()).toBeFocused();
  await expect(page.getByTestId("verdict").first()).toBeVisible();
});

test(
  "on a phone, whole columns of verdicts are seen beside the names",
  { tag: "@firefox" },
  async ({ page, open, tenantOf }) => {
    const tenant = await tenantOf({ site: { intervalSeconds: 3600, criteria: [everyDay] } });
    await tenant.addSamples(levelsFrom(at("2019-03-04T00:00:00Z"), 7 * 24, 3600, 68.3));
    await page.setViewportSize({ width: 390, height: 844 });
    const compliance = `#/p/${tenant.projectId}/compliance`;
    await open(tenant, compliance);
    for (const days of ["from=2019-03-04&to=2019-03-10", "from=2019-03-04&to=2019-03-31"]) {
      await page.evaluate(`location.hash = "${compliance}?${days}"`);
      await expect(page.getByTestId("compliance")).toHaveAttribute("data-ready", "true");
      await expect(page.getByRole("columnheader").last()).toContainText(
        days.slice(-2).replace(/^0/, ""),
      );
      const scroller = page.getByRole("region", { name: "Verdicts: Construction" });
      const cutColumns = () =>
        scroller.evaluate((place) => {
          const names = place.querySelector("tbody th")?.getBoundingClientRect().right ?? 0;
          const edge = place.getBoundingClientRect().right;
          return [...place.querySelectorAll("tbody tr:first-child td")]
            .map((cell) => cell.getBoundingClientRect())
            .filter(({ left, right }) => right > names + 1 && left < edge - 3)
            .filter(({ left, right }) => left < names - 1 || right > edge).length;
        });
      expect(await cutColumns()).toBe(0);
      await scroller.hover();
      await page.mouse.wheel(-70, 0);
      await expect.poll(() => scroller.evaluate(({ scrollLeft }) => scrollLeft)).toBeLessThan(0);
      await expect.poll(cutColumns).toBe(0);
    }
  },
);

test("of 103 sensors by seven criteria by 31 days, all exceeded, the worst are rendered, once", async ({
  page,
  open,
  tenantOf,
}) => {
  const criteria = Array.from({ length: 7 }, (_, index) => ({ ...everyDay, id: `works-${index}` }));
  const tenant = await tenantOf({ sensors: 103, site: { intervalSeconds: 39_600, criteria } });
  const days = Array.from({ length: 31 }, (_, day) => at("2019-03-01T07:00:00Z") + day * 86_400);
  for (const index of tenant.sensorIds.keys()) {
    const LAeq = index === 70 ? 90 : 70;
    await tenant.addSamples(
      days.map((second) => ({ second, LAeq })),
      index,
    );
  }
  await page.addInitScript(`
    window.rendered = 0;
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          window.rendered += node.querySelectorAll?.("[data-testid=verdict]").length ?? 0;
    }).observe(document, { childList: true, subtree: true });`);
  const compliance = await open(
    tenant,
    `#/p/${tenant.projectId}/compliance?from=2019-03-01&to=2019-03-31`,
    "compliance",
  );
  const summary = page.getByTestId("compliance-summary");
  await expect(summary).toBeInViewport({ ratio: 1 });
  await expect(summary.getByRole("listitem").first()).toContainText("Sensor 70 exceeded 65 dB");
  const cells = page.getByTestId("verdict");
  await expect(cells.first()).toHaveAttribute("data-sensor", tenant.sensorIds[70] ?? "");
  const worst = 7 * 12 * 31;
  await expect(cells).toHaveCount(worst);
  expect(await page.evaluate("window.rendered")).toBe(worst);

  const folded = compliance.getByText("91 sensors exceeded it, too");
  await expect(folded).toHaveCount(7);
  await folded.first().click();
  await expect(cells).toHaveCount(worst + 91 * 31);
  expect(await page.evaluate("window.rendered")).toBe(worst + 91 * 31);

  // A filter folds nothing of what it finds.
  await page.evaluate("location.hash += '&show=exceeded&of=works-0'");
  await expect(folded).toHaveCount(0);
  await expect(cells).toHaveCount(103 * 31);
});

test("on a phone the calendar opens where its newest exceeded day is seen", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({
    site: { intervalSeconds: 300, criteria: [{ ...works, days: undefined }] },
  });
  for (const date of ["2019-03-03", "2019-03-05"]) {
    await tenant.addSamples(level(66.2, `${date}T07:00:00Z`, `${date}T18:00:00Z`));
  }
  await page.setViewportSize({ width: 390, height: 800 });
  await open(
    tenant,
    `#/p/${tenant.projectId}/compliance?from=2019-03-01&to=2019-03-31`,
    "compliance",
  );
  const cell = page.locator('[data-testid=verdict][data-date="2019-03-05"]');
  await expect(cell).toHaveAttribute("data-state", "exceeded");
  const names = await page.locator(".verdict-calendar tbody th").boundingBox();
  const box = await cell.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual((names?.x ?? 0) + (names?.width ?? 0) - 1);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  // Without one, it opens at its newest days.
  await page.evaluate(
    `location.hash = "#/p/${tenant.projectId}/compliance?from=2019-03-06&to=2019-03-31"`,
  );
  const last = page.locator('[data-testid=verdict][data-date="2019-03-31"]');
  await expect(cell).toHaveCount(0);
  await expect.poll(async () => (await last.boundingBox())?.x).toBeLessThan(390);
});

test("on a phone five days are in sight beside names that are cut, with all of a name in its title", async ({
  page,
  open,
  tenantOf,
}) => {
  const name = "Gate 55, Kindergarten Sonnenschein, playground side";
  const tenant = await tenantOf({
    sensors: [{ name }],
    site: { intervalSeconds: 300, criteria: [{ ...works, days: undefined }] },
  });
  await tenant.addSamples(level(66.2, "2019-03-16T07:00:00Z", "2019-03-16T18:00:00Z"));
  await page.setViewportSize({ width: 390, height: 800 });
  const compliance = await open(
    tenant,
    `#/p/${tenant.projectId}/compliance?from=2019-03-10&to=2019-03-16`,
    "compliance",
  );
  const place = compliance.locator(".verdict-scroll");
  const names = place.getByRole("rowheader");
  const [frame, row] = await Promise.all([place.boundingBox(), names.boundingBox()]);
  const edges = [(row?.x ?? 0) + (row?.width ?? 0), (frame?.x ?? 0) + (frame?.width ?? 0)] as const;
  const cells = await place
    .getByTestId("verdict")
    .evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().toJSON() as DOMRect));
  const seen = cells.filter(({ left, right }) => left >= edges[0] - 1 && right <= edges[1] + 1);
  expect(seen).toHaveLength(5);
  await expect(names.getByTitle(name)).toHaveText(name);
  // Three lines, and the one of its counts.
  expect(row?.height).toBeLessThan(80);
});

test("running budgets have their figure below the name, and their bars side by side", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({
    sensors: [{ name: "Quay" }, { name: "Gate 91, Église Saint-Jean, playground side" }],
    site: { intervalSeconds: 300, criteria: [works] },
  });
  const morning = level(60, "2019-03-12T07:00:00Z", "2019-03-12T12:00:00Z");
  for (const sensor of [0, 1]) await tenant.addSamples(morning, sensor);
  await page.clock.setFixedTime("2019-03-12T12:00:00Z");
  await page.setViewportSize({ width: 1440, height: 900 });
  const compliance = await open(
    tenant,
    `#/p/${tenant.projectId}/compliance?from=2019-03-12&to=2019-03-12`,
    "compliance",
  );
  const budgets = compliance.getByTestId("budget");
  await expect(budgets).toHaveCount(2);
  const boxesOf = (part: string) =>
    budgets
      .locator(part)
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON() as DOMRect));
  const [titles, figures, bars] = [
    await boxesOf("strong"),
    await boxesOf(".number"),
    await boxesOf("[role=meter]"),
  ];
  for (const [index, title] of titles.entries()) {
    expect(figures[index]?.top).toBeGreaterThanOrEqual(title.bottom - 1);
  }
  expect(titles[0]?.height).toBeLessThan(titles[1]?.height ?? 0);
  expect(bars[0]?.top).toBeCloseTo(bars[1]?.top ?? 0, 0);
});

test("a link that filters a project of few sensors shows its filter, which can be undone", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 300, criteria: [works] } });
  await tenant.addSamples(level(66.2, "2019-03-12T07:00:00Z", "2019-03-12T18:00:00Z"));
  const fragment = `#/p/${tenant.projectId}/compliance?from=2019-03-12&to=2019-03-12`;
  const compliance = await open(tenant, `${fragment}&show=kept`, "compliance");
  await expect(compliance).toContainText("No sensor matches");
  const filter = compliance.getByRole("search", { name: "Filter" });
  await filter.getByRole("button", { name: "All", exact: true }).click();
  await expect(compliance.locator("[data-verdict=exceeded]")).toHaveCount(1);
  await expect(filter).toHaveCount(0);
  for (const set of ["of=works", "find=xyz"]) {
    await page.evaluate(`location.hash = ${JSON.stringify(`${fragment}&${set}`)}`);
    await expect(filter).toBeVisible();
  }
});

test("verdicts that could not be read are no kept windows, here or in the month", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 300, criteria: [works] } });
  await tenant.addSamples(level(66, "2019-03-12T07:00:00Z", "2019-03-12T18:00:00Z"));
  const goOn = await refuse(page, "SensorVerdicts");
  await open(tenant, `#/p/${tenant.projectId}/compliance?from=2019-03-12&to=2019-03-12`);
  const view = page.getByTestId("compliance");
  await expect(view).toContainText("Not this time.");
  await expect(view).not.toContainText("exceeded");
  await expect(view).toHaveAttribute("data-ready", "false");
  await goOn();
  await view.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByTestId("compliance-summary")).toContainText(
    "exceeded 65 dB on 1 of 1 day",
  );

  const refuseMonth = await refuse(page, "SensorVerdicts");
  await page.getByText("What is left of March 2019").click();
  const month = page.locator("details", { hasText: "What is left of March 2019" });
  await expect(month).toContainText("Not this time.");
  await expect(month.getByRole("row")).toHaveCount(0);
  await refuseMonth();
  await month.getByRole("button", { name: "Try again" }).click();
  await expect(month.getByRole("row").nth(1)).toHaveText(/Construction, working days\s*1/);
});
