import { at, expect, needBrowser, openView } from "./dashboard.ts";
import { test } from "./demonstration.ts";
import { focusFaults, layoutFaults } from "./layout-faults.ts";
import { days, project, walkViews } from "./views.ts";

needBrowser();

const sizes = [
  [1440, 900],
  [1920, 1080],
  [390, 844],
] as const;

for (const [width, height] of sizes) {
  test(`at ${width} px no view scrolls sideways, cuts a text, or lays two things on each other`, async ({
    page,
    gateway,
    demonstration,
  }) => {
    await page.setViewportSize({ width, height });
    const faults = await walkViews(page, gateway.internalUrl, demonstration.key, layoutFaults);
    expect(faults).toEqual([]);
  });

  test(`at ${width} px the views of many sensors do not either, and a tile says all of its state`, async ({
    page,
    gateway,
    tenantOf,
  }) => {
    const now = at("2026-03-20T10:00:00Z");
    // All over the map, so that pins stand beside pins that stand for others.
    const sensors = Array.from({ length: 67 }, (_, index) => ({
      name: `Riverside street ${index}`,
      location: {
        latitude: 53.3 + ((index * 0.7549) % 1) * 0.1,
        longitude: -6.3 + ((index * 0.5698) % 1) * 0.15,
      },
    }));
    const tenant = await tenantOf({ sensors, site: { intervalSeconds: 300, contract } });
    for (const index of sensors.keys()) {
      const second = now - (index % 9 === 0 ? 86_400 : 300);
      await tenant.addSamples([{ second, LAeq: 50 }], index);
    }
    await page.setViewportSize({ width, height });
    const ofProject = `#/p/${tenant.projectId}`;
    await openView(page, gateway.internalUrl, tenant.key, ofProject);
    // A pin that is pointed at shows its name over others.
    await page.mouse.move(0, 0);
    const faults: Record<string, string[]> = {};
    for (const [fragment, ready] of [
      [ofProject, "[data-testid=map][data-ready=true]"],
      ["#/", "[data-testid=overview] [data-state=silent]"],
      ["#/availability", "[data-testid=availability-cell]"],
      ["#/wall", "[data-testid=wall] [data-state=silent]"],
    ] as const) {
      await page.evaluate(`location.hash = "${fragment}"`);
      await page.locator(ready).first().waitFor();
      faults[fragment] = await layoutFaults(page);
    }
    expect(faults).toEqual({ [ofProject]: [], "#/": [], "#/availability": [], "#/wall": [] });
    const cut = await page
      .locator(".wall-state")
      .evaluateAll((all) => all.filter((state) => state.scrollWidth > state.clientWidth).length);
    expect(cut).toBe(0);
  });
}

const contract = { startAt: "2026-03-01", endAt: "2026-04-30" };
const sensor = `${project}/s/demo-lisbon-street?${days}`;

function hasSameColumns(): boolean {
  const [first = [], ...others] = [
    ...document.querySelectorAll(".availability-matrix thead tr, .verdict-calendar thead tr"),
  ].map((row) => [...row.children].map((cell) => cell.getBoundingClientRect().left));
  const isNear = (left: number, index: number) => Math.abs(left - (first[index] ?? Infinity)) < 4;
  return others.length > 0 && others.every((lefts) => lefts.every(isNear));
}

/** Rules that a look found broken once, in the width in which it was seen. */
const rules: readonly (readonly [
  rule: string,
  width: number,
  fragment: string,
  ready: string,
  holds: () => boolean,
])[] = [
  [
    "no arrow stands on the name of a project",
    390,
    sensor,
    "[data-testid=level-plot][data-ready=true]",
    () => {
      const place = document.querySelector(".breadcrumb li:has(select)");
      return place !== null && getComputedStyle(place, "::after").display === "none";
    },
  ],
  [
    "the range and its zone stand on a line each",
    1280,
    sensor,
    "[data-testid=level-plot][data-ready=true]",
    () =>
      [...document.querySelectorAll(".range-text > *")].every(
        (part) => part.getClientRects().length === 1 && part.clientHeight < 20,
      ),
  ],
  [
    "the links beside the heading stand on its line",
    390,
    "#/",
    "[data-testid=sensor-row]",
    () => {
      const [heading, ...links] = ["h1", ".to-availability", ".to-wall"].map((part) =>
        document.querySelector(part)?.getBoundingClientRect(),
      );
      return links.every((link) => (link?.top ?? Infinity) < (heading?.bottom ?? 0));
    },
  ],
  [
    "the days of all projects stand in the same columns",
    1440,
    "#/availability",
    ":nth-match(.availability-matrix, 2)",
    hasSameColumns,
  ],
  [
    "the days of all criteria stand in the same columns",
    1440,
    `${project}/compliance?from=2026-03-13&to=2026-03-19`,
    "[data-testid=compliance][data-ready=true]",
    hasSameColumns,
  ],
  [
    "what is said about a plot stands apart from it",
    1440,
    `${sensor}&tab=statistics`,
    "[data-testid=average-day][data-ready=true]",
    () => {
      const notes = [...document.querySelectorAll(".plot-picture > * + p")];
      return notes.length > 0 && notes.every((note) => getComputedStyle(note).marginTop === "8px");
    },
  ],
];

test("what a look has found stays mended", async ({ page, gateway, demonstration }) => {
  await openView(page, gateway.internalUrl, demonstration.key, "#/");
  const broken: string[] = [];
  for (const [rule, width, fragment, ready, holds] of rules) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(`location.hash = "${fragment}"`);
    await page.locator(ready).first().waitFor();
    if (!(await page.evaluate(holds))) broken.push(rule);
  }
  expect(broken).toEqual([]);
});

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in a ${colorScheme} contrast mode`, () => {
    test.use({ colorScheme, contextOptions: { forcedColors: "active" } });

    test(`what has the focus has a ring in each view, and the hours of a heat map no ground of their own, ${colorScheme}`, async ({
      page,
      gateway,
      demonstration,
    }) => {
      const faults = await walkViews(page, gateway.internalUrl, demonstration.key, focusFaults);
      expect(faults).toEqual([]);
      await page.evaluate(`location.hash = "${sensor}&tab=statistics"`);
      await page.getByTestId("heatmap").and(page.locator("[data-ready=true]")).waitFor();
      const [cover, canvas] = await page.evaluate(() =>
        [".heat-cover", "body"].map((part) => {
          const element = document.querySelector(part);
          if (element === null) return null;
          const { fill, backgroundColor } = getComputedStyle(element);
          return part === "body" ? backgroundColor : fill;
        }),
      );
      expect(cover).toBe(canvas);
    });
  });
}
