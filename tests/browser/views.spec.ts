import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright/test";
import { at, expect, needBrowser } from "./dashboard.ts";
import { test } from "./demonstration.ts";
import { focusFaults, layoutFaults } from "./layout-faults.ts";
import { grown, livingObjects } from "./living-objects.ts";
import { days, eachView, newestEvent, openFragment, project, type View, views } from "./views.ts";

needBrowser();

const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

const desk = { width: 1440, height: 900 };
const wide = { width: 1920, height: 1080 };
const phone = { width: 360, height: 844 };
const light = { colorScheme: "light", forcedColors: "none" } as const;
const dark = { colorScheme: "dark", forcedColors: "none" } as const;

type Look = readonly [
  size: typeof desk,
  media: Parameters<Page["emulateMedia"]>[0] | null,
  ...faults: ((page: Page) => Promise<string[]>)[],
];

const looks: readonly Look[] = [
  [desk, light, layoutFaults, seriousFindings],
  [wide, light, layoutFaults],
  [phone, dark, layoutFaults, seriousFindings],
  [desk, { colorScheme: "light", forcedColors: "active" }, focusFaults],
  [desk, { colorScheme: "dark", forcedColors: "active" }, focusFaults],
];

// A page there keeps the colours of its browser.
const firefoxLooks: readonly Look[] = [[phone, null, layoutFaults]];

test("no view has a fault of layout or of axe @firefox", async ({
  page,
  gateway,
  demonstration,
  browserName,
}) => {
  await eachView(page, gateway.internalUrl, demonstration.key, async (name) => {
    for (const [size, media, ...faults] of browserName === "firefox" ? firefoxLooks : looks) {
      await page.setViewportSize(size);
      if (media !== null) await page.emulateMedia({ ...media, reducedMotion: "reduce" });
      const look = `${name} at ${size.width} px ${JSON.stringify(media)}`;
      for (const find of faults) {
        // A page that has another size is laid out again within a moment.
        await expect.poll(() => find(page), look).toEqual([]);
      }
    }
  });
});

/** The findings of axe of serious or critical impact. */
async function seriousFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) {
    await page.evaluate(await readFile(axePath, "utf8"));
  }
  const { violations } = await page.evaluate<{
    violations: { id: string; impact: string; nodes: { html: string }[] }[];
  }>("axe.run(document, { resultTypes: ['violations'] })");
  return violations
    .filter(({ impact }) => ["serious", "critical"].includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" | ")}`);
}

test("the views of many sensors do not either, and a tile says all of its state", async ({
  page,
  open,
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
  const ofProject = `#/p/${tenant.projectId}`;
  await open(tenant, "#/wall");
  for (const size of [desk, wide, phone]) {
    // Before the map is there: it keeps its part of the world when it becomes smaller.
    await page.evaluate('location.hash = "#/wall"');
    await page.setViewportSize(size);
    for (const view of [
      [ofProject, "[data-testid=map][data-ready=true]"],
      ["#/", "[data-testid=overview] [data-state=silent]"],
      ["#/availability", "[data-testid=availability-cell]"],
      ["#/wall", "[data-testid=wall] [data-state=silent]"],
    ] as const) {
      await openFragment(page, view);
      // A pin that is pointed at shows its name over others.
      await page.mouse.move(0, 0);
      await expect.poll(() => layoutFaults(page), `${view[0]} at ${size.width} px`).toEqual([]);
    }
    const cut = await page
      .locator(".wall-state")
      .evaluateAll((all) => all.filter((state) => state.scrollWidth > state.clientWidth).length);
    expect(cut).toBe(0);
  }
});

/** Views in which a person may press a button; a report has its own. */
const pressed = views.filter(([fragment]) => !/wall|report/.test(fragment));

test("each view says what could not be read, and is whole after Try again", async ({
  page,
  open,
  demonstration,
}) => {
  const refused = new Set<string>();
  await open(demonstration, "#/wall");
  await page.route("**/graphql", async (route) => {
    const { operationName } = route.request().postDataJSON() as { readonly operationName: string };
    if (refused.has(operationName)) return route.continue();
    refused.add(operationName);
    const errors = [{ message: "Not this time.", extensions: { code: "INTERNAL" } }];
    return route.fulfill({ json: { data: null, errors } });
  });
  for (const [fragment, ready] of pressed) {
    await page.evaluate("globalThis.pressing?.disconnect()");
    refused.clear();
    await page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
    await expect(page.getByText("Not this time.").first(), fragment).toBeVisible();
    await page.evaluate(pressEach);
    await expect(page.locator(ready).first(), fragment).toBeVisible();
    await expect(page.getByText("Not this time."), fragment).toHaveCount(0);
  }
});

/** Presses each button to try again, also those that come later. */
const pressEach = `
  const press = () => [...document.querySelectorAll("button:enabled")]
    .find(({ textContent }) => textContent === "Try again")?.click();
  globalThis.pressing = new MutationObserver(press);
  globalThis.pressing.observe(document, { childList: true, subtree: true, attributes: true });
  press();
`;

test("the frame leaves half of a plot in sight @firefox", async ({ page, open, demonstration }) => {
  await open(demonstration);
  for (const [width, height, frame] of [
    [1440, 900, 120],
    [390, 844, 96],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate(`location.hash = "${project}/s/demo-lisbon-street"`);
    const plot = page.getByTestId("level-plot");
    await expect(plot).toHaveAttribute("data-ready", "true");
    await expect(page.getByTestId("range")).toBeInViewport({ ratio: 1 });
    const header = await page.getByRole("banner").boundingBox();
    expect(header?.height).toBeLessThanOrEqual(frame);
    const picture = await plot.locator("svg").first().boundingBox();
    expect((picture?.y ?? Infinity) + (picture?.height ?? 0) / 2).toBeLessThan(height);

    // The other views of the project are a step away.
    if (width < 720) await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("link", { name: "Schedule" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(page.getByRole("link", { name: "Schedule" })).toBeVisible({
      visible: width > 720,
    });
  }
});

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

test("what a look has found stays mended", async ({ page, open, demonstration }) => {
  await open(demonstration, "#/");
  const broken: string[] = [];
  for (const [rule, width, fragment, ready, holds] of rules) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(`location.hash = "${fragment}"`);
    await page.locator(ready).first().waitFor();
    if (!(await page.evaluate(holds))) broken.push(rule);
  }
  expect(broken).toEqual([]);

  // The last of them is the tab of statistics.
  await page.locator("[data-testid=heatmap][data-ready=true]").waitFor();
  await page.setViewportSize({ width: 390, height: 900 });
  await page.locator(".heat-cover").first().waitFor();
  await page.emulateMedia({ forcedColors: "active" });
  const [cover, canvas] = await page.evaluate(() =>
    [".heat-cover", "body"].map((part) => {
      const element = document.querySelector(part);
      if (element === null) return null;
      const { fill, backgroundColor } = getComputedStyle(element);
      return part === "body" ? backgroundColor : fill;
    }),
  );
  expect(cover, "the hours of a heat map have a ground of their own").toBe(canvas);
});

test("views that are left leave no plot, canvas, observer, listener or node behind", async ({
  page,
  open,
  demonstration,
}) => {
  await open(demonstration, project);
  // The view at the end has no canvas of its own.
  const last: View = [`${project}/schedule`, "[data-testid=week-grid-A][data-ready=true]"];
  const round = [...views, await newestEvent(page), last];
  const walk = async () => {
    for (const view of round) await openFragment(page, view);
  };
  // Chunks of views and all else that is made once are there after the first round.
  await walk();
  const before = await livingObjects(page);
  await walk();
  const after = await livingObjects(page);
  expect(grown(before, after), `before: ${JSON.stringify(before)}`).toEqual([]);
});
