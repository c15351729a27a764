import { levelsFrom } from "../support/series.ts";
import { criterionOf } from "../support/criterion.ts";
import { at, expect, needBrowser, test } from "./dashboard.ts";

needBrowser();

test("the hour that clocks skip has a dash in the colour of text, also where cells are thin @firefox", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 3600 } });
  await tenant.addSamples(levelsFrom(at("2019-03-30T00:00:00Z"), 47, 3600, 50));
  const map = await open(
    tenant,
    `#/p/${tenant.projectId}/s/${tenant.sensorIds[0]}?from=2019-03-30&to=2019-03-31&tab=statistics`,
    "heatmap",
  );
  const dash = map.locator(".heat-picture").getByText("–", { exact: true });
  await expect(dash).toBeVisible();
  // A stroke in the colour of the ground would cover it.
  await expect(dash).toHaveCSS("stroke", "none");
  await expect(dash).toHaveCSS(
    "fill",
    await page.evaluate("getComputedStyle(document.body).color"),
  );
});

test("a sound that was heard once in a month has a mark of a pixel on a phone", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 300, classification: { model: "m" } } });
  const second = at("2019-03-10T12:00:00Z");
  await tenant.addSamples(levelsFrom(second, 2, 300, 50));
  await tenant.addClassifications([["m", second, "Hammer", 0.9]]);
  await page.setViewportSize({ width: 390, height: 800 });
  await open(
    tenant,
    `#/p/${tenant.projectId}/s/${tenant.sensorIds[0]}?from=2019-03-01&to=2019-03-31`,
    "classification-bands",
  );
  const band = page.getByRole("img", { name: /^Hammer: 1 sample/ });
  const [mark, track] = [band.locator("path"), band.locator("rect")];
  await expect.poll(async () => (await mark.boundingBox())?.width).toBeGreaterThanOrEqual(0.99);
  // The track is a part of the picture: paper and contrast modes have no backgrounds.
  expect((await track.boundingBox())?.width).toBe((await band.boundingBox())?.width);
});

test("a band of percentiles is not drawn where data are missing", async ({ open, tenantOf }) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 3600 } });
  const samples = levelsFrom(at("2019-03-10T00:00:00Z"), 24, 3600, 50).map((sample) => ({
    ...sample,
    LA10: 60,
    LA90: 40,
  }));
  // From 06:00 to 18:00 nothing is measured.
  await tenant.addSamples(samples.filter((_, hour) => hour < 6 || hour >= 18));
  const sensor = `#/p/${tenant.projectId}/s/${tenant.sensorIds[0]}`;
  const plot = await open(tenant, `${sensor}?from=2019-03-10&to=2019-03-10`, "level-plot");
  const drawn = await plot.locator("svg.level-chart path.band").evaluate((path: SVGPathElement) => {
    const { x, y, width, height } = path.getBBox();
    // The band begins at 00:00 and ends at 24:00.
    const isDrawn = (hour: number) => {
      const place = new DOMPoint(x + (width * hour) / 24, y + height / 2);
      return path.isPointInFill(place);
    };
    return [1, 5.5, 6.5, 9, 11.5, 17.5, 18.5, 23].filter(isDrawn);
  });
  expect(drawn).toEqual([1, 5.5, 18.5, 23]);
});

test("the name of a limit lies on no exceedance where one end of its line has none", async ({
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 300 } });
  const first = at("2019-03-10T00:00:00Z");
  // The limit is 60 dB: dots of the first three hours stand just above its line.
  await tenant.addSamples([
    ...levelsFrom(first, 36, 300, 61),
    ...levelsFrom(first + 36 * 300, 252, 300, 45),
  ]);
  const sensor = `#/p/${tenant.projectId}/s/${tenant.sensorIds[0]}`;
  const plot = await open(tenant, `${sensor}?from=2019-03-10&to=2019-03-10`, "level-plot");
  const covered = await plot.locator("svg.level-chart").evaluate((chart) => {
    const names = [...chart.querySelectorAll<SVGTextElement>(".plot-name")].map((name) =>
      name.getBBox(),
    );
    const dots = (chart.querySelector("path.over")?.getAttribute("d") ?? "").matchAll(
      /M([\d.]+) ([\d.]+)/g,
    );
    const isOn = (name: DOMRect, x: number, y: number) =>
      x > name.x && x < name.x + name.width && y > name.y && y < name.y + name.height;
    const all = [...dots].map(([, x, y]) => [Number(x), Number(y)] as const);
    return [
      names.length,
      all.length,
      all.filter(([x, y]) => names.some((name) => isOn(name, x, y))).length,
    ];
  });
  expect(covered).toEqual([1, 36, 0]);
});

test("the label of the last time ends inside the picture, on the screen and on paper", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 300 } });
  await tenant.addSamples(levelsFrom(at("2019-03-10T00:00:00Z"), 288, 300, 50));
  // The last midnight and noon are a few minutes before the end.
  const sensor = `#/p/${tenant.projectId}/s/${tenant.sensorIds[0]}`;
  await open(tenant, `${sensor}?from=2019-03-10T06:00&to=2019-03-11T00:02`, "level-plot");
  const rightmost = (picture: string) =>
    page
      .locator(picture)
      .first()
      .evaluate((svg) => {
        const rights = [...svg.querySelectorAll(".plot-label")].map(
          (text) => text.getBoundingClientRect().right,
        );
        return svg.getBoundingClientRect().right - Math.max(...rights);
      });
  expect(await rightmost(".level-plot .level-chart")).toBeGreaterThanOrEqual(0);
  await page.evaluate(
    `location.hash = "#/p/${tenant.projectId}/report?from=2019-03-10&to=2019-03-16T00:02"`,
  );
  await expect(page.getByTestId("report")).toHaveAttribute("data-ready", "true");
  expect(await rightmost(".week-picture")).toBeGreaterThanOrEqual(0);
});

test("an answer that failed is read again by Try again, and says meanwhile that it is read", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 3600 } });
  await tenant.addSamples(levelsFrom(at("2019-03-10T00:00:00Z"), 24, 3600, 50));
  let goOn = () => {};
  let asked = 0;
  await page.route("**/graphql", async (route) => {
    const body = route.request().postDataJSON() as { readonly operationName?: string } | null;
    if (body?.operationName !== "HourStatistics") return route.continue();
    asked += 1;
    if (asked === 1) {
      const errors = [{ message: "Too slow.", extensions: { code: "INVALID_REQUEST" } }];
      return route.fulfill({ json: { data: null, errors } });
    }
    await new Promise<void>((resolve) => (goOn = resolve));
    return route.continue();
  });
  await open(
    tenant,
    `#/p/${tenant.projectId}/s/${tenant.sensorIds[0]}?from=2019-03-10&to=2019-03-10&tab=statistics`,
  );
  const map = page.getByTestId("heatmap");
  await expect(map.getByRole("note")).toContainText("Too slow.");
  await expect(map.locator(".skeleton")).toHaveCount(0);
  await map.getByRole("button", { name: "Try again" }).click();
  await expect(map.locator(".skeleton")).toBeVisible();
  await expect(map.getByRole("button", { name: "Try again" })).toBeDisabled();
  goOn();
  await expect(map).toHaveAttribute("data-points", "24");
  await expect(map.getByRole("note")).toHaveCount(0);
  await expect(map.locator(".skeleton")).toHaveCount(0);
});

test("a drag that comes back chooses nothing, and one that leaves the plot ends at its edge", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 300 } });
  await tenant.addSamples(levelsFrom(at("2019-03-10T00:00:00Z"), 288, 300, 50));
  const days = "from=2019-03-10&to=2019-03-10";
  const plot = await open(
    tenant,
    `#/p/${tenant.projectId}/s/${tenant.sensorIds[0]}?${days}`,
    "level-plot",
  );
  const area = await plot.locator(".level-plot-surface").boundingBox();
  const [left, top, width] = [area?.x ?? 0, (area?.y ?? 0) + 40, area?.width ?? 0];
  const middle = left + width / 2;
  const chosen = plot.locator(".level-plot-chosen");
  await page.mouse.move(middle, top);
  await page.mouse.down();
  await page.mouse.move(middle + 100, top);
  await expect(chosen).toHaveCount(1);
  await page.mouse.move(middle + 2, top);
  await page.mouse.up();
  await expect(chosen).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`${days}$`));

  await page.mouse.move(left + width / 4, top);
  await page.mouse.down();
  await page.mouse.move(left - 30, top);
  await expect.poll(async () => (await chosen.boundingBox())?.x).toBeCloseTo(left, 0);
  await page.mouse.up();
  await expect(page).toHaveURL(/from=2019-03-10(T00:00)?&to=2019-03-10T0[56]:\d\d$/);
});

test("a zoomed window has marks of the reference times inside it alone", async ({
  page,
  open,
  tenantOf,
}) => {
  const hours = criterionOf("hours LAeq 08:00-18:00 50", { over: { block: "PT1H" }, allowed: 1 });
  const tenant = await tenantOf({ site: { intervalSeconds: 300, criteria: [hours] } });
  await tenant.addSamples(
    levelsFrom(at("2019-03-11T08:00:00Z"), 120, 300, (index) => (index < 24 ? 60 : 40)),
  );
  await open(
    tenant,
    `#/p/${tenant.projectId}/compliance?from=2019-03-11&to=2019-03-11`,
    "compliance",
  );
  await page.getByTestId("verdict").click();
  const plot = page.getByTestId("level-plot");
  await expect(plot).toHaveAttribute("data-ready", "true");
  const marks = plot.locator(".reference-over");
  await expect(marks.first()).toBeAttached();
  await expect(plot).toContainText("Reference time above the limit");
  await plot.locator(".level-plot-surface").scrollIntoViewIfNeeded();
  const area = await plot.locator(".level-plot-surface").boundingBox();
  const [left, top, width] = [area?.x ?? 0, (area?.y ?? 0) + 40, area?.width ?? 0];
  await page.mouse.move(left + width / 2, top);
  await page.mouse.down();
  await page.mouse.move(left + (3 * width) / 4, top);
  await page.mouse.up();
  await expect(plot).not.toContainText("Reference time above the limit");
  await expect(marks).toHaveCount(0);
});

test("names of reference times that overlap are not written over each other", async ({
  page,
  open,
  tenantOf,
}) => {
  const rolling = criterionOf("rolling LAeq 08:00-18:00 50", { over: { rolling: "PT1H" } });
  const tenant = await tenantOf({ site: { intervalSeconds: 300, criteria: [rolling] } });
  await tenant.addSamples(
    levelsFrom(at("2019-03-11T08:00:00Z"), 120, 300, (index) => (index < 42 ? 63 : 40)),
  );
  const day = "from=2019-03-11&to=2019-03-11";
  await open(tenant, `#/p/${tenant.projectId}/compliance?${day}`, "compliance");
  await page.getByTestId("verdict").click();
  const names = page.getByTestId("level-plot").locator("text", { hasText: /^6\d\.\d\d$/ });
  await expect(names.first()).toBeVisible();
  const boxes = await names.evaluateAll((all) =>
    all.map((name) => {
      const { left, right, top, bottom } = name.getBoundingClientRect();
      return { left, right, top, bottom };
    }),
  );
  // The first hour is one of 31 that begin five minutes apart.
  expect(boxes.length).toBeGreaterThan(1);
  for (const [index, a] of boxes.entries()) {
    for (const b of boxes.slice(index + 1)) {
      const isApart =
        a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
      expect(isApart, JSON.stringify([a, b])).toBe(true);
    }
  }
});

test("the sample of an event is marked by two pixels at least", async ({
  page,
  open,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site: { intervalSeconds: 1 } });
  const second = at("2019-03-10T12:00:00Z");
  await tenant.addSamples(levelsFrom(second - 60, 120, 1, 65));
  const fragment = `#/p/${tenant.projectId}/s/${tenant.sensorIds[0]}/e/${tenant.sensorIds[0]}.${second}`;
  await open(tenant, fragment);
  const plot = page.getByTestId("level-plot");
  await expect(plot).toHaveAttribute("data-ready", "true");
  expect(
    (await plot.locator(".level-chart path.marked").boundingBox())?.width,
  ).toBeGreaterThanOrEqual(2);
});

test("a plot under a moving finger keeps its scale, whatever limits are still in sight", async ({
  open,
  tenantOf,
}) => {
  // The limit of 90 dB ends at noon: the finger moves it out of sight.
  const [startAt, endAt] = ["2019-03-10T00:00:00Z", "2019-03-10T12:00:00Z"];
  const works = { name: "Works", startAt, endAt, limit: { A: 90 } };
  const tenant = await tenantOf({
    site: { intervalSeconds: 300, limits: { default: { A: 60 }, exceptions: [works] } },
  });
  await tenant.addSamples(levelsFrom(at("2019-03-10T00:00:00Z"), 288, 300, 50));
  const plot = await open(
    tenant,
    `#/p/${tenant.projectId}/s/${tenant.sensorIds[0]}?from=2019-03-10&to=2019-03-10`,
    "level-plot",
  );
  const chart = plot.locator(".level-chart");
  const shown = () =>
    chart.evaluate((svg) => {
      const texts = [...svg.querySelectorAll(".plot-label")].map(({ textContent }) => textContent);
      return {
        levels: texts.filter((text) => /^\d+$/.test(text)),
        first: texts.find((text) => text.includes(":")),
      };
    });
  const before = await shown();
  expect(before.levels).toContain("90");
  await plot.locator(".level-plot-surface").evaluate((surface) => {
    const { left, width } = surface.getBoundingClientRect();
    const send = (type: string, share: number) =>
      surface.dispatchEvent(
        new PointerEvent(type, {
          pointerType: "touch",
          pointerId: 1,
          clientX: left + share * width,
          bubbles: true,
        }),
      );
    send("pointerdown", 0.9);
    send("pointermove", 0.2);
  });
  await expect.poll(async () => (await shown()).first).not.toBe(before.first);
  expect((await shown()).levels).toEqual(before.levels);
});
