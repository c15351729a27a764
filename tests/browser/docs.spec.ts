import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import type { Page } from "playwright/test";
import { errorCodes } from "../../src/acoustics/errors.ts";
import { resources } from "../../src/rest/define-route.ts";
import { routes } from "../../src/rest/routes/index.ts";
import { type Misdeeds, watchPages } from "../support/browser.ts";
import { addRecording } from "../support/recordings.ts";
import { expect } from "playwright/test";
import { test as base } from "../support/test.ts";
import { needBrowser } from "./dashboard.ts";

const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

const test = base.extend<{ misdeeds: Misdeeds }>({
  misdeeds: async ({}, use) => {
    await use({ requestsElsewhere: [], complaints: [] });
  },

  context: async ({ context, gateway, misdeeds }, use) => {
    await watchPages(context, [gateway.publicUrl], misdeeds);
    await use(context);
  },
});

needBrowser();

test("/docs shows every route with all of its details, sends a request with a key, and loads nothing from the internet", async ({
  page,
  misdeeds,
  gateway,
  tenant,
}) => {
  await page.goto(`${gateway.publicUrl}/docs`);
  await expect(page).toHaveTitle("Acoustic Monitoring Read-Only API");
  await expect(page.locator("[data-path]")).toHaveCount(routes.length);
  // One call for all: the page lays itself out again after each that opens.
  await page
    .locator(".opblock-summary-control")
    .evaluateAll((all) => all.forEach((control) => (control as HTMLElement).click()));
  const shown = () =>
    page.locator(".opblock").evaluateAll((all) =>
      all.map((operation) => {
        const textOf = (part: string) => operation.querySelector(part)?.textContent ?? "";
        const isSeen = (code: string) =>
          operation.querySelector(`.response[data-code='${code}']`)?.checkVisibility() === true;
        return {
          path: operation.querySelector("[data-path]")?.getAttribute("data-path"),
          summary: textOf(".opblock-summary-description"),
          scope: textOf(".scope"),
          seen: ["200", "401"].filter(isSeen),
        };
      }),
    );
  const byPath = (one: { path?: string | null | undefined }, other: typeof one) =>
    String(one.path).localeCompare(String(other.path));
  await expect
    .poll(async () => (await shown()).toSorted(byPath))
    .toEqual(
      routes
        .map(({ path, summary, scope }) => ({
          path: path.replaceAll(/:(\w+)/g, "{$1}"),
          summary,
          scope,
          seen: ["200"],
        }))
        .toSorted(byPath),
    );

  await authorize(page, tenant.key);
  await page.getByRole("button", { name: "Close" }).click();
  const operation = page.locator("[id='operations-Projects-list-projects']");
  await operation.getByRole("button", { name: "Try it out" }).click();
  await operation.getByRole("button", { name: "Execute" }).click();
  await expect(operation.locator(".live-responses-table")).toContainText(tenant.projectId);
  expect(misdeeds).toEqual({ requestsElsewhere: [], complaints: [] });
});

async function removeAuthorization(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Remove authorization" }).click();
  await page.getByRole("button", { name: "Close" }).click();
}

/** Opens the form of the key, types the text, and sends the form. */
async function authorize(page: Page, text: string): Promise<void> {
  await page.getByRole("button", { name: "Authorize", exact: true }).click();
  await page.getByLabel("Value:").fill(text);
  await page.getByRole("button", { name: "Apply credentials" }).click();
}

test("the key is masked, taken with and without Bearer, and never shown; ids and the command come from it; another key is refused in words", async ({
  page,
  gateway,
  tenantOf,
}) => {
  const tenant = await tenantOf();
  await tenant.addSamples([{ second: Date.parse("2019-03-10T12:00:00Z") / 1000, LAeq: 61.25 }]);
  await page.goto(`${gateway.publicUrl}/docs`);
  const operation = page.locator("[id='operations-Measurements-list-measurements']");
  await operation.locator(".opblock-summary-control").click();
  await operation.getByRole("button", { name: "Try it out" }).click();
  await expect(operation.getByPlaceholder("projectId")).toHaveValue("");
  await authorize(page, "amk0.wrong");
  const errors = page.locator(".auth-container .errors");
  await expect(errors).toContainText("A valid API key is required");
  await page
    .getByLabel("Value:")
    .fill(await tenant.createKey({ scopes: ["v0:embedded-map:read"] }));
  await page.getByRole("button", { name: "Apply credentials" }).click();
  await expect(errors).toContainText("lacks the scope `v0:projects:read`");
  await removeAuthorization(page);
  await expect(operation.getByPlaceholder("projectId")).toHaveValue("");

  for (const text of [tenant.key, `Bearer ${tenant.key}`]) {
    await page.getByRole("button", { name: "Authorize", exact: true }).click();
    await expect(page.getByLabel("Value:")).toHaveAttribute("type", "password");
    await page.getByLabel("Value:").fill(text);
    await page.getByRole("button", { name: "Apply credentials" }).click();
    await expect(page.getByRole("button", { name: "Remove authorization" })).toBeVisible();
    await page.getByRole("button", { name: "Close" }).click();
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
    await removeAuthorization(page);
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

test("/docs fits a phone, has one table of errors, follows the colour scheme, and passes the checks of contrast", async ({
  page,
  gateway,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${gateway.publicUrl}/docs`);
  const titles = page.locator("h3.opblock-tag > a");
  await expect(titles).toHaveText([...resources]);
  const codes = page.locator(".info tbody tr td:nth-child(2)");
  expect((await codes.allTextContents()).toSorted()).toEqual([...errorCodes].toSorted());
  await page.locator("[id='operations-Events-list-events'] .opblock-summary-control").click();
  await expect(page.locator(".response[data-code='200']")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.evaluate(await readFile(axePath, "utf8"));
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator("html.dark-mode")).toHaveCount(colorScheme === "dark" ? 1 : 0);
    // Colours are judged when the section has opened, and has its new ones.
    await page.evaluate(
      "Promise.allSettled(document.getAnimations().map(({ finished }) => finished))",
    );
    const { violations } = await page.evaluate<{ violations: { nodes: { html: string }[] }[] }>(
      "axe.run(document, { runOnly: ['color-contrast'], resultTypes: ['violations'] })",
    );
    expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([]);
  }
});

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
