import { levelsFrom } from "../support/series.ts";
import { readFile } from "node:fs/promises";
import type { Locator } from "playwright/test";
import { at, expect, needBrowser, test, typeKey } from "./dashboard.ts";
import { layoutFaults } from "./layout-faults.ts";
import { works } from "./works.ts";

needBrowser();

const hours = (first: string, level: number) =>
  levelsFrom(at(first), 23, 3600, (index) => level + index);

const energyMean = (levels: readonly number[]) =>
  10 * Math.log10(levels.reduce((sum, level) => sum + 10 ** (level / 10), 0) / levels.length);

test("two sensors, or a sensor and its earlier week, are compared in levels, exceedances, verdicts and hours", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({
    sensors: 2,
    site: { intervalSeconds: 3600, criteria: [{ ...works, limit: 60 }] },
  });
  const [first, second] = tenant.sensorIds;
  // Clocks go forward on the 31st: noon of the 24th is a UTC hour later than noon of the 31st.
  await tenant.addSamples(hours("2019-03-24T00:00:00Z", 40), 0);
  await tenant.addSamples(hours("2019-03-31T00:00:00Z", 50), 0);
  await tenant.addSamples(hours("2019-03-31T00:00:00Z", 45.5), 1);
  const days = "from=2019-03-31&to=2019-03-31";
  const sensor = `#/p/${tenant.projectId}/s/${first}?${days}`;
  await open(tenant, sensor);
  await page.getByRole("link", { name: "Compare" }).click();
  const plot = page.getByTestId("compare");
  await expect(plot).toHaveAttribute("data-ready", "true");
  const legend = plot.getByRole("list", { name: "Legend" });
  await expect(legend).toContainText(/Sensor 0\s*Sensor 0, a week earlier\s*Difference/);
  await plot.getByLabel("Go to time").fill("2019-03-31T12:00");
  // 11:00 UTC of the 31st is the twelfth sample, noon of the 24th the thirteenth.
  await expect(plot).toContainText("61.0 dB");
  await expect(page.getByTestId("difference")).toHaveText(
    "Sensor 0, a week earlier: 52.0 dB, difference +9.0 dB",
  );
  const answers = page.getByTestId("answers");
  const rowOf = async (name: string) =>
    (await answers.getByRole("row", { name: new RegExp(`^${name}`) }).innerText()).split(/\t/);
  // By the clock: 31 March skips the hour from 01:00, and 24 March has no sample from 23:00.
  const clocksOf = (isShort: boolean) =>
    Array.from({ length: 23 }, (_, hour) => (isShort && hour > 0 ? hour + 1 : hour));
  const levelsAt = (clocks: readonly number[], level: number, from: number, to: number) =>
    clocks.flatMap((clock, index) => (clock >= from && clock < to ? [level + index] : []));
  const sides = [levelsAt.bind(null, clocksOf(true), 50), levelsAt.bind(null, clocksOf(false), 40)];
  for (const [name, from, to] of [
    ["LAeq", 0, 24],
    ["Lday", 7, 19],
    ["Levening", 19, 23],
  ] as const) {
    const [one = 0, other = 0] = sides.map((levels) => energyMean(levels(from, to)));
    const texts = [one, other].map((level) => level.toFixed(2));
    const difference = Number(texts[0]) - Number(texts[1]);
    expect(await rowOf(name)).toEqual([name, ...texts, `+${difference.toFixed(2)}`]);
  }
  // 61 dB and more of 50 to 72, and of 40 to 62.
  expect(await rowOf("Exceedances")).toEqual(["Exceedances", "12", "2", "+10"]);
  expect(await rowOf("Construction")).toEqual(["Construction", "1 exceeded", "1 kept", "+1"]);
  await expect(answers).toContainText(
    "A criterion is of the permit and judges a window of time; a limit is of the schedule and judges each sample.",
  );

  // The hour that the 31st skips stands beside none of the 24th.
  await plot.getByRole("button", { name: "Show as table" }).click();
  await expect(plot.getByRole("row").nth(2)).toHaveText(
    /2019-03-31 02:00\s*51.00\s*42.00\s*\+9.00/,
  );
  await plot.getByRole("button", { name: "Show as table" }).click();

  await page.getByLabel("with").selectOption(second ?? "");
  await page.getByLabel("Days of the second").selectOption("on the same days");
  await expect(plot).toHaveAttribute("data-ready", "true");
  await expect(page).toHaveURL(new RegExp(`b=${second}&back=0`));
  await expect(page.getByTestId("difference")).toHaveText("Sensor 1: 56.5 dB, difference +4.5 dB");
  expect(await rowOf("LAeq")).toEqual(expect.arrayContaining(["+4.50"]));
  await plot.getByRole("button", { name: "Show as table" }).click();
  await expect(plot.getByRole("row").nth(1)).toHaveText(
    /2019-03-31 00:00\s*50.00\s*45.50\s*\+4.50/,
  );
  const saved = page.waitForEvent("download");
  await plot.getByRole("button", { name: "CSV" }).click();
  const lines = (await readFile(await (await saved).path(), "utf8")).split("\r\n");
  expect(lines).toHaveLength(1 + 23 + 1);
  expect(lines[0]).toBe(
    "sensor_id,datetime_utc,datetime_local,LAeq,other_sensor_id,other_datetime_utc,other_datetime_local,other_LAeq,difference",
  );
  const instant = "2019-03-31T01:00:00.000Z,2019-03-31T02:00:00+01:00";
  expect(lines[2]).toBe(`${first},${instant},51,${second},${instant},46.5,4.5`);
});

test(
  "names that are longer than a phone is wide leave it no scroll sideways",
  { tag: "@firefox" },
  async ({ page, open, tenantOf }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const name =
      "Courtyard behind the houses of the Kindergarten at the northern end of the street";
    const tenant = await tenantOf({
      sensors: [{ name }, { name }],
      site: { intervalSeconds: 3600 },
    });
    await tenant.addSamples(hours("2019-03-20T00:00:00Z", 40));
    const days = "from=2019-03-20&to=2019-03-20";
    await open(
      tenant,
      `#/p/${tenant.projectId}/compare?${days}&b=${tenant.sensorIds[1]}`,
      "compare",
    );
    expect(await layoutFaults(page)).toEqual([]);
  },
);

test("figures keep the names and the weighting of their choice until those of another are there", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ sensors: 2, site: { intervalSeconds: 3600 } });
  await tenant.addSamples(hours("2019-03-20T00:00:00Z", 40));
  const held: (() => void)[] = [];
  let isHeld = false;
  await page.route("**/graphql", async (route) => {
    const body = route.request().postDataJSON() as { readonly operationName?: string } | null;
    if (isHeld && body?.operationName === "ComparedSide") {
      await new Promise<void>((resolve) => held.push(resolve));
    }
    await route.continue();
  });
  const plot = await open(
    tenant,
    `#/p/${tenant.projectId}/compare?from=2019-03-20&to=2019-03-20`,
    "compare",
  );
  isHeld = true;
  await page.getByLabel("with").selectOption(tenant.sensorIds[1] ?? "");
  await page.evaluate('location.hash += "&w=C"');
  await expect(plot).toHaveAttribute("data-ready", "false");
  const answers = page.getByTestId("answers");
  await expect(answers).toHaveClass(/dimmed/);
  await expect(answers.getByRole("columnheader").nth(2)).toHaveText("Sensor 0, a week earlier");
  await expect(answers.getByRole("rowheader").first()).toHaveText("LAeq");
  await expect(plot.getByRole("heading")).toContainText("LAeq");
  isHeld = false;
  for (const release of held) release();
  await expect(plot).toHaveAttribute("data-ready", "true");
  await expect(answers).not.toHaveClass(/dimmed/);
  await expect(answers.getByRole("columnheader").nth(2)).toHaveText("Sensor 1");
  await expect(answers.getByRole("rowheader").first()).toHaveText("LCeq");
});

test("counts have a difference only where the valid times differ by no more than a tenth", async ({
  page,
  open,
  tenantOf,
}) => {
  const site = { intervalSeconds: 3600, criteria: [{ ...works, limit: 60 }] };
  const tenant = await tenantOf({ sensors: 3, site });
  for (const [sensor, count] of [72, 66, 47].entries()) {
    await tenant.addSamples(levelsFrom(at("2019-03-04T00:00:00Z"), count, 3600, 70), sensor);
  }
  const days = "from=2019-03-04&to=2019-03-06";
  await open(tenant, `#/p/${tenant.projectId}/compare?${days}&b=${tenant.sensorIds[1]}`, "compare");
  const answers = page.getByTestId("answers");
  const differences = answers.locator("tbody tr > :last-child");
  await expect(differences.nth(0)).toHaveText("±0.00");
  await expect(differences.nth(5)).toHaveText("+6");
  await expect(differences.nth(6)).toHaveText("±0");

  await page.getByLabel("with").selectOption(tenant.sensorIds[2] ?? "");
  await expect(differences.nth(5)).toHaveText("–");
  await expect(differences.nth(6)).toHaveText("–");
  await expect(differences.nth(0)).toHaveText("±0.00");
  await expect(answers).toContainText(
    "Difference: first minus second; of criteria, of their exceeded windows. Counts have none: the valid times differ by more than a tenth.",
  );
});

test("sides that cannot be compared have no difference, and the page says what a side lacks", async ({
  page,
  open,
  tenantOf,
}) => {
  const named = { name: "Gate" };
  const site = { intervalSeconds: 3600, criteria: [works] };
  const tenant = await tenantOf({ sensors: [named, named], site });
  const [first = "", second = ""] = tenant.sensorIds;
  await tenant.apply({ criteria: [{ ...works, sensors: [second] }] });
  await tenant.addSamples(hours("2019-03-05T00:00:00Z", 50), 0);
  await tenant.addSamples(hours("2019-03-05T00:00:00Z", 70), 1);
  const compare = `#/p/${tenant.projectId}/compare?from=2019-03-05&to=2019-03-08`;
  const plot = await open(tenant, `${compare}&b=${second}`, "compare");
  const answers = page.getByTestId("answers");
  await expect(answers.getByRole("columnheader")).toHaveText([
    "Figure",
    `Gate (${first})`,
    `Gate (${second})`,
    "Difference",
  ]);
  await expect(answers.getByRole("row", { name: "Construction" }).getByRole("cell")).toHaveText([
    "–",
    /1 exceeded/,
    "–",
  ]);
  await expect(answers.getByRole("note")).toHaveCount(0);
  // No part of the card is empty.
  const [room = 0, width = 0] = await answers
    .locator("h2, table")
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().width));
  expect(width).toBe(room);
  // The louder one is the second: the area between the lines has its colour.
  const areas = await areasOf(plot);
  expect(areas.second).toBeGreaterThan(0.01);
  expect(areas.level).toBe(0);

  await page.evaluate(`location.hash = "${compare}&back=7"`);
  await expect(answers.getByRole("note")).toHaveText(
    `Gate (${first}), a week earlier: only Fri 1 Mar 2019 00:00 to Sat 2 Mar 2019 00:00, for the contract has no more of its days.`,
  );
  await page.evaluate(`location.hash = "${compare}&back=28"`);
  await expect(answers.getByRole("note")).toHaveText(
    `Gate (${first}), four weeks earlier: the contract has none of its days.`,
  );

  const errors = [{ message: "The service is unavailable", extensions: { code: "UNAVAILABLE" } }];
  await page.route("**/graphql", (route) =>
    (route.request().postData() ?? "").includes("ProjectCriteria")
      ? route.fulfill({ json: { data: null, errors } })
      : route.continue(),
  );
  await page.reload();
  await typeKey(page, tenant.key);
  await expect(answers).toContainText("Verdicts are not compared");
});

/** How much of a picture lies between its lines, where the first and where the second is the louder. */
function areasOf(plot: Locator): Promise<{ readonly level: number; readonly second: number }> {
  return plot.locator("svg.level-chart").evaluate((chart) => {
    const { width, height } = chart.getBoundingClientRect();
    const areaOf = (selector: string) => {
      const box = chart.querySelector<SVGPathElement>(selector)?.getBBox();
      return box === undefined ? 0 : (box.width * box.height) / (width * height);
    };
    return {
      level: areaOf(".difference"),
      second: areaOf(".difference-second"),
    };
  });
}

test.describe("in a contrast mode", () => {
  test.use({ contextOptions: { forcedColors: "active" } });

  test("pins that would cover each other are one, controls cover none, and contrast modes keep what is pressed", async ({
    page,
    open,
    tenantOf,
  }) => {
    const near = { latitude: 53.35, longitude: -6.26 };
    const tenant = await tenantOf({
      sensors: [
        { location: near },
        { location: { ...near, latitude: 53.350001 } },
        { location: { latitude: 53.36, longitude: -6.24 } },
      ],
    });
    page.setDefaultTimeout(30_000);
    const map = await open(tenant, `#/p/${tenant.projectId}`, "map");
    const pins = map.locator("a.pin:visible");
    await expect(pins).toHaveCount(2);
    await expect(map.locator("a.pin[data-more='1']")).toContainText("+1");
    await expect(map).toContainText("N");
    // The buttons stand over the map, and over no pin.
    const boxes = await Promise.all((await pins.all()).map((pin) => pin.boundingBox()));
    const zoom = await map.getByRole("button", { name: "Fit all sensors" }).boundingBox();
    for (const box of boxes) expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(zoom?.x ?? 0);
    // It opens into its sensors.
    await map.locator("a.pin[data-more='1']").click();
    await expect(page).not.toHaveURL(/\/s\//);

    await page.evaluate(`location.hash = "#/p/${tenant.projectId}/events"`);
    const background = async (name: string) =>
      page
        .getByRole("button", { name, exact: true })
        .evaluate((button) => getComputedStyle(button).backgroundColor);
    expect(await background("Samples")).not.toBe(await background("Episodes"));
  });

  test("a legend keeps its colours, a verdict that is chosen stands out, and a tile above its limit has a thick edge", async ({
    page,
    open,
    tenantOf,
  }) => {
    const tenant = await tenantOf({
      sensors: 2,
      site: { intervalSeconds: 3600, criteria: [works] },
    });
    await tenant.addSamples(hours("2019-03-31T00:00:00Z", 50), 0);
    await tenant.addSamples(hours("2019-03-31T00:00:00Z", 30), 1);
    await page.clock.setFixedTime("2019-03-31T22:30:00Z");
    const { projectId, key } = tenant;
    const days = "from=2019-03-31&to=2019-03-31";
    await open({ key }, `#/p/${projectId}/compare?${days}`, "compare");
    const colours = await page
      .getByRole("list", { name: "Legend" })
      .locator("path.level, path.second")
      .evaluateAll((marks) => marks.map((mark) => getComputedStyle(mark).stroke));
    expect(colours).toHaveLength(2);
    expect(new Set(colours).size).toBe(2);

    await page.evaluate(`location.hash = "#/p/${projectId}/compliance?${days}"`);
    const verdicts = page.getByTestId("verdict");
    await verdicts.first().click();
    await expect(verdicts.first()).toHaveAttribute("aria-pressed", "true");
    const backgrounds = await verdicts.evaluateAll((cells) =>
      cells.map((cell) => getComputedStyle(cell).backgroundColor),
    );
    expect(backgrounds[0]).not.toBe(backgrounds[1]);

    await page.evaluate('location.hash = "#/wall"');
    const width = (state: string) =>
      page
        .locator(`[data-testid=sensor-row][data-state=${state}]`)
        .evaluate((tile) => Number.parseFloat(getComputedStyle(tile).borderTopWidth));
    expect(await width("above")).toBeGreaterThan(await width("within"));
  });

  test("the legend of a report keeps its colours, and only the rule that holds a border", async ({
    page,
    open,
    tenantOf,
  }) => {
    const tenant = await tenantOf({ site: { intervalSeconds: 3600 } });
    await tenant.addSamples(hours("2019-03-31T00:00:00Z", 50));
    const { projectId, sensorIds, key } = tenant;
    const days = "from=2019-03-31&to=2019-03-31";
    const styleOf = (selector: string, property: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
    await open({ key }, `#/p/${projectId}/report?${days}`, "report");
    expect(await styleOf(".week-picture", "background-color")).toBe("rgb(255, 255, 255)");
    const line = await styleOf(".report-legend path.level", "stroke");
    expect(line).not.toBe(await styleOf(".report-legend path.limit", "stroke"));

    const sensor = `#/p/${projectId}/s/${sensorIds[0]}`;
    await page.evaluate(
      `location.hash = "${sensor}/e/${sensorIds[0]}.${at("2019-03-31T05:00:00Z")}"`,
    );
    await page.getByTestId("limit-explanation").waitFor();
    const border = "border-left-color";
    const [holds, other] = await Promise.all([
      styleOf("[data-state=holds]", border),
      styleOf(".limit-explanation [data-state=no-match]", border),
    ]);
    const canvas = await styleOf("body", "background-color");
    expect(other).toBe(canvas);
    expect(await styleOf(".tabs a:not([aria-current])", "border-bottom-color")).toBe(canvas);
    expect(holds).not.toBe(other);
  });
});

test("no pin lies on another, and the number of those it stands for on neither", async ({
  page,
  open,
  tenantOf,
}) => {
  const sensors = Array.from({ length: 40 }, (_, index) => ({
    location: {
      latitude: 53.35 + Math.floor(index / 8) / 500 + (index % 3) / 2000,
      longitude: -6.26 + (index % 8) / 400,
    },
  }));
  const tenant = await tenantOf({ sensors, site: { intervalSeconds: 300 } });
  for (const index of [0, 11, 25, 39]) {
    await tenant.addSamples([{ second: at("2019-03-12T12:00:00Z"), LAeq: 74.6 }], index);
  }
  await page.clock.setFixedTime("2019-03-12T12:06:00Z");
  await page.setViewportSize({ width: 1440, height: 900 });
  const map = await open(tenant, `#/p/${tenant.projectId}`, "map");
  await expect(map.locator("a.pin.above:visible").first()).toBeVisible();
  const faults = await map.locator("a.pin:visible").evaluateAll((pins) => {
    const circles = pins.map((pin) => {
      const { left, top, width } = pin.getBoundingClientRect();
      return { pin, x: left + width / 2, y: top + width / 2, radius: width / 2 };
    });
    const isOn = (box: DOMRect, { x, y, radius }: (typeof circles)[number]) => {
      const across = Math.max(box.left - x, 0, x - box.right);
      return Math.hypot(across, Math.max(box.top - y, 0, y - box.bottom)) < radius;
    };
    return circles.flatMap(({ pin, x, y, radius }) => {
      const others = circles.filter((other) => other.pin !== pin);
      const near = others.filter((other) => Math.hypot(other.x - x, other.y - y) < 2 * radius);
      const [number, level, mark] = ["more", "level", "mark"].map((part) =>
        pin.querySelector(`.pin-${part}`)?.getBoundingClientRect(),
      );
      if (number === undefined || number.width === 0) return near.map(() => "pins");
      const own = [level, mark].filter(
        (box) =>
          box !== undefined && box.width > 0 && box.right > number.left && box.top < number.bottom,
      );
      const covered = others.filter((other) => isOn(number, other));
      return [...near.map(() => "pins"), ...own.map(() => "level"), ...covered.map(() => "number")];
    });
  });
  expect(faults).toEqual([]);
  await expect(map.locator(".pin-more:not(:empty)").first()).toBeVisible();
});
