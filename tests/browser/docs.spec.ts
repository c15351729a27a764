import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import type { Page } from "playwright/test";
import { errorCodes } from "../../src/acoustics/errors.ts";
import { resources, type Route } from "../../src/rest/define-route.ts";
import { routes } from "../../src/rest/routes/index.ts";
import { listProjects } from "../../src/rest/routes/list-projects.ts";
import { findBrowser, type Misdeeds, watchPage, withBrowser } from "../support/browser.ts";
import { addRecording } from "../support/recordings.ts";
import { expect, test as base } from "../support/test.ts";

const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

const test = base.extend<{ page: Page; misdeeds: Misdeeds }>({
  misdeeds: async ({}, use) => {
    await use({ requestsElsewhere: [], complaints: [] });
  },

  page: async ({ browserName, colorScheme, gateway, misdeeds }, use) => {
    await withBrowser(browserName, { colorScheme }, async (newPage) => {
      await use(await watchPage(await newPage(), gateway.publicUrl, misdeeds));
    });
  },
});

test.skip(({ browserName }) => findBrowser(browserName) === null, "the browser is not installed");

test("/docs shows every route with all of its details, sends a request with a key, and loads nothing from the internet", async ({
  page,
  misdeeds,
  gateway,
  tenant,
}) => {
  await page.goto(`${gateway.publicUrl}/docs`);
  await expect(page).toHaveTitle("Acoustic Monitoring Read-Only API");
  await expect(page.locator("[data-path]")).toHaveCount(routes.length);
  const operationOf = ({ path }: Route) => {
    const template = path.replaceAll(/:(\w+)/g, "{$1}");
    return page.locator(".opblock", { has: page.locator(`[data-path="${template}"]`) });
  };
  for (const route of routes) {
    const operation = operationOf(route);
    await expect(operation).toContainText(route.summary);
    await operation.getByRole("button", { name: route.summary }).click();
    await expect(operation.locator(".scope")).toHaveText(route.scope);
    await expect(operation.locator(".response[data-code='200']")).toBeVisible();
    await expect(operation.locator(".response[data-code='401']")).toBeHidden();
  }

  await authorize(page, tenant.key);
  await page.getByRole("button", { name: "Close" }).click();
  const operation = operationOf(listProjects);
  await operation.getByRole("button", { name: "Try it out" }).click();
  await operation.getByRole("button", { name: "Execute" }).click();
  await expect(operation.locator(".live-responses-table")).toContainText(tenant.projectId);
  expect(misdeeds).toEqual({ requestsElsewhere: [], complaints: [] });
});

/** Opens the form of the key, types the text, and sends the form. */
async function authorize(page: Page, text: string): Promise<void> {
  await page.getByRole("button", { name: "Authorize", exact: true }).click();
  await page.getByLabel("Value:").fill(text);
  await page.getByRole("button", { name: "Apply credentials" }).click();
}

test("the key is masked, taken with and without Bearer, and never shown; the command works in a shell that has it", async ({
  page,
  gateway,
  tenantOf,
}) => {
  const tenant = await tenantOf();
  await tenant.addSamples([{ second: Date.parse("2019-03-10T12:00:00Z") / 1000, LAeq: 61.25 }]);
  await page.goto(`${gateway.publicUrl}/docs`);
  for (const text of [tenant.key, `Bearer ${tenant.key}`]) {
    await page.getByRole("button", { name: "Authorize", exact: true }).click();
    await expect(page.getByLabel("Value:")).toHaveAttribute("type", "password");
    await page.getByLabel("Value:").fill(text);
    await page.getByRole("button", { name: "Apply credentials" }).click();
    await expect(page.getByRole("button", { name: "Remove authorization" })).toBeVisible();
    await page.getByRole("button", { name: "Close" }).click();
    const operation = page.locator("[id='operations-Measurements-list-measurements']");
    if (text === tenant.key) {
      await operation.locator(".opblock-summary-control").click();
      await operation.getByRole("button", { name: "Try it out" }).click();
    }
    // The ids are those of the key, and nobody typed them.
    await expect(operation.getByPlaceholder("projectId")).toHaveValue(tenant.projectId);
    await expect(operation.getByPlaceholder("sensorId")).toHaveValue(tenant.sensorIds[0] ?? "");
    await operation.getByPlaceholder("X-Request-Id").fill("it.is-a.test");
    await operation.getByRole("button", { name: "Execute" }).click();
    await expect(operation.locator(".live-responses-table")).toContainText("61.25");
    const command =
      (await operation.locator(".request-snippets code.language-bash").textContent()) ?? "";
    expect(command).toContain("Bearer $KEY");
    expect(await page.content()).not.toContain(tenant.key);
    const environment = { ...process.env, KEY: tenant.key };
    const { stdout } = await promisify(execFile)("bash", ["-c", `${command} -sSi`], {
      env: environment,
    });
    expect(stdout).toContain("X-Request-Id: it.is-a.test");
    expect(stdout).toContain('"Leq":61.25');
    await page.getByRole("button", { name: "Authorize", exact: true }).click();
    await page.getByRole("button", { name: "Remove authorization" }).click();
    await page.getByRole("button", { name: "Close" }).click();
    await operation.getByRole("button", { name: "Clear" }).click();
  }
});

test("an answer with a recording fills the form that downloads it, and the form sends it", async ({
  page,
  gateway,
  tenantOf,
  database,
  audioStore,
}) => {
  const tenant = await tenantOf();
  const second = Date.parse("2019-03-10T12:00:00Z") / 1000;
  await tenant.addSamples([{ second, LAeq: 61.25 }]);
  await addRecording({ db: database.db, store: audioStore }, tenant.sensorIds[0] ?? "", second);
  await page.goto(`${gateway.publicUrl}/docs`);
  await authorize(page, tenant.key);
  await page.getByRole("button", { name: "Close" }).click();
  const measurements = page.locator("[id='operations-Measurements-list-measurements']");
  const recording = page.locator("[id='operations-Audio-get-audio']");
  for (const operation of [measurements, recording]) {
    await operation.locator(".opblock-summary-control").click();
    await operation.getByRole("button", { name: "Try it out" }).click();
  }
  await measurements.locator("[data-param-name=withAudio] select").selectOption("true");
  await expect(measurements.getByPlaceholder("projectId")).toHaveValue(tenant.projectId);
  await measurements.getByRole("button", { name: "Execute" }).click();
  await expect(recording.getByPlaceholder("recordingId")).toHaveValue(
    `${tenant.sensorIds[0]}.${second}`,
  );
  await recording.getByRole("button", { name: "Execute" }).click();
  await expect(recording.locator(".request-snippets code.language-bash")).toContainText(
    "Bearer $KEY",
  );
  await expect(recording.locator(".live-responses-table .response").first()).toContainText("206");
});

test("ids stay empty until a key is given; a wrong key, and one that lists no projects, say so", async ({
  page,
  gateway,
  tenantOf,
}) => {
  const tenant = await tenantOf();
  await page.goto(`${gateway.publicUrl}/docs`);
  const operation = page.locator("[id='operations-Projects-get-project']");
  await operation.locator(".opblock-summary-control").click();
  await operation.getByRole("button", { name: "Try it out" }).click();
  await expect(operation.getByPlaceholder("projectId")).toHaveValue("");
  await authorize(page, "amk0.wrong");
  await expect(page.locator(".auth-container .errors")).toContainText(
    "A valid API key is required",
  );
  const mapOnly = await tenant.createKey({ scopes: ["v0:embedded-map:read"] });
  await page.getByLabel("Value:").fill(mapOnly);
  await page.getByRole("button", { name: "Apply credentials" }).click();
  await expect(page.locator(".auth-container .errors")).toContainText(
    "lacks the scope `v0:projects:read`",
  );
  await expect(page.getByRole("button", { name: "Remove authorization" })).toBeVisible();
  await page.getByRole("button", { name: "Close" }).click();
  await expect(operation.getByPlaceholder("projectId")).toHaveValue("");
});

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });
    test(`/docs fits a phone, has one table of errors, and passes the checks of contrast: ${colorScheme}`, async ({
      page,
      gateway,
    }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto(`${gateway.publicUrl}/docs`);
      await expect(page.locator("html.dark-mode")).toHaveCount(colorScheme === "dark" ? 1 : 0);
      const titles = page.locator("h3.opblock-tag > a");
      await expect(titles).toHaveText([...resources]);
      const codes = page.locator(".info tbody tr td:nth-child(2)");
      expect((await codes.allTextContents()).toSorted()).toEqual([...errorCodes].toSorted());
      await page.locator("[id='operations-Events-list-events'] .opblock-summary-control").click();
      await expect(page.locator(".response[data-code='200']")).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      // Colours are judged when the section has opened.
      await page.evaluate("Promise.all(document.getAnimations().map(({ finished }) => finished))");
      await page.evaluate(await readFile(axePath, "utf8"));
      const { violations } = await page.evaluate<{ violations: { nodes: { html: string }[] }[] }>(
        "axe.run(document, { runOnly: ['color-contrast'], resultTypes: ['violations'] })",
      );
      expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([]);
    });
  });
}

test("a page that loads from elsewhere, or runs what its policy forbids, would be detected", async ({
  page,
  misdeeds,
  gateway,
}) => {
  await page.goto(`${gateway.publicUrl}/docs`);
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "document.title = 'taken'";
    document.head.append(script);
  });
  await expect.poll(() => misdeeds.complaints).toHaveLength(1);
  await expect(page).not.toHaveTitle("taken");
  await page.goto("http://example.com/").catch(() => null);
  expect(misdeeds.requestsElsewhere).toEqual(["http://example.com/"]);
});
