import { inflateSync } from "node:zlib";
import { criterionOf } from "../support/criterion.ts";
import { at, eventFragment, expect, needBrowser, test } from "./dashboard.ts";
import { works } from "./works.ts";

needBrowser();

test("a sensor is printed on A4 with its project and days, an event whole: its plot as wide as the paper, and nothing to press", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 300 } });
  const second = at("2019-03-10T22:40:00Z");
  await tenant.addSamples([{ second, LAeq: 66.5 }]);
  await open(
    tenant,
    `#/p/${tenant.projectId}/s/${tenant.sensorIds[0]}?from=2019-03-10&to=2019-03-10`,
    "level-plot",
  );
  const printed = page.getByText("Earshot · Project of a test · Sun 10 Mar 2019 · Europe/Dublin");
  await expect(printed).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(printed).toBeVisible();
  const file = await page.pdf({ preferCSSPageSize: true });
  expect(file.toString("latin1")).toMatch(/MediaBox \[0 0 59[45]\S* 84[12]/);
  await page.emulateMedia({ media: "screen" });

  await page.evaluate(`location.hash = "${eventFragment(tenant, second)}"`);
  const event = page.getByTestId("event");
  await expect(event.getByTestId("level-plot")).toHaveAttribute("data-ready", "true");
  await expect(page.getByTestId("limit-explanation")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("Earshot · Project of a test · Europe/Dublin")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Exceedances of this sensor" })).toBeHidden();
  await expect(event.getByRole("button")).toHaveCount(0);
  // A printer lays the page out again, and draws no plot anew.
  const [plot, paper, widest] = await page.evaluate<[number, number, number]>(`(() => {
    const main = document.querySelector("main");
    main.style.width = "700px";
    const widthOf = (element) => element.getBoundingClientRect().width;
    const rightOf = (element) => element.getBoundingClientRect().right;
    const widest = Math.max(...[...main.querySelectorAll("*")].map(rightOf)) - main.getBoundingClientRect().left;
    const widths = [widthOf(document.querySelector(".level-plot svg")), widthOf(main), widest];
    main.style.width = "";
    return widths;
  })()`);
  expect(paper).toBe(700);
  expect(plot).toBeGreaterThan(600);
  expect(plot).toBeLessThan(700);
  // A wider part would shrink all of the page.
  expect(widest).toBeLessThanOrEqual(700);
});

test("a month of nine sensors with exceedances and gaps on each day prints on 25 pages, with running heads and no controls", async ({
  page,
  open,
  tenantOf,
}) => {
  const night = criterionOf("night LAeq 23:00-07:00 45", { over: { block: "PT15M" } });
  const tenant = await tenantOf({
    sensors: 9,
    site: { intervalSeconds: 900, criteria: [night] },
  });
  // Quarters of an hour, six of a day above the limit in parts, and one of a day missing.
  const first = at("2019-03-01T00:00:00Z");
  const quarters = Array.from({ length: 31 * 96 }, (_, index) => index);
  const samples = quarters
    .filter((index) => index % 96 !== 50)
    .map((index) => ({ second: first + index * 900, LAeq: index % 16 === 0 ? 80 : 50 }));
  for (const sensor of tenant.sensorIds.keys()) await tenant.addSamples(samples, sensor);
  await open(tenant, `#/p/${tenant.projectId}/report?from=2019-03-01&to=2019-03-31`, "report");
  await expect(page.getByLabel(/^Worst episodes/)).toHaveCount(9);
  const heads = page.locator(".running-head");
  await expect(heads.nth(1)).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(heads.nth(1)).toHaveText("Project of a test · Sensor 0 · 1 of 9");
  await expect(heads.nth(1)).toHaveCSS("display", "table-header-group");
  await expect(heads.nth(1)).toHaveCSS("break-inside", "avoid");
  await expect(page.locator(".menu")).toBeHidden();
  // 7 pt are 9.33 pixels.
  const smallest = await page.evaluate<number>(`Math.min(
    ...[...document.querySelectorAll(".sheet *")]
      .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3))
      .map((each) => parseFloat(getComputedStyle(each).fontSize)),
  )`);
  expect(smallest).toBeGreaterThanOrEqual(9.33);
  const heights = await page
    .locator(".window-list tbody tr")
    .evaluateAll((rows) => rows.map((row) => row.clientHeight));
  expect(heights.length).toBeGreaterThan(200);
  // A line each.
  expect(Math.max(...heights)).toBeLessThan(20);
  // Firefox keeps a heading with its next lines only as far as it takes their room along.
  const parted = await page.evaluate<string[]>(`
    [...document.querySelectorAll(".sheet :is(h2, h3):has(+ .table-scroll, + p + .table-scroll)")]
      .filter((heading) => {
        const tables = [...document.querySelectorAll(".sheet .table-scroll")];
        const follows = (table) => heading.compareDocumentPosition(table) & 4;
        const row = tables.find(follows).querySelector("tbody tr");
        const taken = parseFloat(getComputedStyle(heading, "::after").height);
        return row.getBoundingClientRect().bottom > heading.getBoundingClientRect().bottom + taken;
      })
      .map((heading) => heading.textContent)
  `);
  expect(parted).toEqual([]);
  await expect(page.locator(".dense-lines li").first()).toHaveCSS("break-inside", "avoid");
  // The ten, with their heading, stand on one page.
  await expect(
    page.locator("h3 + p + [aria-label^='Worst episodes']").first().locator(".."),
  ).toHaveCSS("break-inside", "avoid");
  await page.keyboard.press("Tab");
  await expect(page.locator(":focus-visible")).toHaveCSS("outline-style", "none");
  const printed = countsOf(await page.pdf({ preferCSSPageSize: true }));
  expect(printed.pages).toBeLessThanOrEqual(25);

  // In the short form, sensors follow each other on a page, which has one head.
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("button", { name: "Short" }).click();
  await expect(page.getByTestId("report")).toHaveAttribute("data-ready", "true");
  await expect(page.locator(".report-sensor")).toHaveCount(0);
  await expect(page.getByLabel(/^Worst episodes/)).toHaveCount(9);
  await expect(heads).toHaveText("Project of a test");
});

test("each page of a report that Firefox prints has its own number, and none adds a page @firefox", async ({
  page,
  open,
  tenantOf,
  browserName,
}) => {
  const tenant = await tenantOf({ sensors: 2, site: { intervalSeconds: 900, criteria: [works] } });
  const first = at("2019-03-01T00:00:00Z");
  const samples = Array.from({ length: 31 * 96 }, (_, index) => ({
    second: first + index * 900,
    LAeq: index % 16 === 0 ? 80 : 50,
  }));
  for (const sensor of tenant.sensorIds.keys()) await tenant.addSamples(samples, sensor);
  await open(tenant, `#/p/${tenant.projectId}/report?from=2019-03-01&to=2019-03-31`, "report");
  const numbered = await page.pdf({ preferCSSPageSize: true });
  await page.evaluate(
    `document.querySelector(".sheet").style.setProperty("--page-numbers", "none")`,
  );
  const { pages } = countsOf(await page.pdf({ preferCSSPageSize: true }));
  expect(pages).toBeGreaterThan(6);
  const numberOf = (index: number) =>
    browserName === "firefox" ? `${index + 1}` : `${index + 1}/${pages}`;
  expect(numbersOf(numbered)).toEqual(Array.from({ length: pages }, (_, index) => numberOf(index)));
});

/** The texts in the upper right corner of each page of Firefox, and in the lower margin of each page of Chromium. */
function numbersOf(pdf: Buffer): string[] {
  return streamsOf(pdf).flatMap((stream) => {
    if (stream.startsWith("1 0 0 -1 0 ")) {
      return [...stream.matchAll(/(\S+) (\S+) Tm\s+\S+ \S+ Tf\s+\[?\((\d+)\)/g)]
        .filter(([, x, y]) => Number(x) > 530 && Number(y) < 60)
        .map(([, , , text = ""]) => text)
        .join(" and ");
    }
    if (!/^\.\d+ 0 0 -\.\d+ 0 84/.test(stream)) return [];
    // Numbers of glyphs in the order of ASCII, of which the second text is the slash.
    const [page = [], [slash = 0] = [], pages = []] = [...stream.matchAll(/<(\w+)> Tj/g)].map(
      ([, glyphs = ""]) => (glyphs.match(/..../g) ?? []).map((glyph) => Number.parseInt(glyph, 16)),
    );
    return String.fromCharCode(...[...page, slash, ...pages].map((glyph) => glyph - slash + 47));
  });
}

/** How many pages a PDF has, with how many texts. */
function countsOf(pdf: Buffer) {
  const drawn = [pdf.toString("latin1"), ...streamsOf(pdf)].join("");
  const countOf = (pattern: RegExp) => drawn.match(pattern)?.length ?? 0;
  return { pages: countOf(/\/Type \/Page\b(?!s)/g), texts: countOf(/T[Jj]\b/g) };
}

/** The compressed parts of a PDF. */
function streamsOf(pdf: Buffer): string[] {
  return [...pdf.toString("latin1").matchAll(/stream\r?\n(?=x)/g)].map(({ index }) =>
    inflateSync(pdf.subarray(pdf.indexOf("\n", index) + 1)).toString("latin1"),
  );
}
