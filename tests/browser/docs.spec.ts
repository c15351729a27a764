import type { Page } from "playwright/test";
import type { Route } from "#rest/define-route.ts";
import { routes } from "#rest/routes/index.ts";
import { listProjects } from "#rest/routes/list-projects.ts";
import {
  findChromium,
  launchWithoutInternet,
  type Misdeeds,
  openWatchedPage,
} from "../support/browser.ts";
import { expect, test as base } from "../support/test.ts";

const executablePath = findChromium();

const test = base.extend<{ page: Page; misdeeds: Misdeeds }>({
  misdeeds: async ({}, use) => {
    await use({ requestsElsewhere: [], complaints: [] });
  },

  page: async ({ gateway, misdeeds }, use) => {
    const browser = await launchWithoutInternet(executablePath ?? "");
    const page = await openWatchedPage(browser, gateway.publicUrl, misdeeds);
    await use(page);
    await browser.close();
  },
});

test.skip(executablePath === null, "no Chromium is installed");

test("/docs shows every route with all of its details, sends a request with a key, and asks nothing of the internet", async ({
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
    await expect(operation.locator(".opblock-description")).toContainText(route.scope);
    await expect(operation.locator(".responses-wrapper")).toContainText("unauthorized");
  }

  await page.getByRole("button", { name: "Authorize", exact: true }).click();
  await page.getByLabel("Value:").fill(`Bearer ${tenant.key}`);
  await page.getByRole("button", { name: "Apply credentials" }).click();
  await page.getByRole("button", { name: "Close" }).click();
  const operation = operationOf(listProjects);
  await operation.getByRole("button", { name: "Try it out" }).click();
  await operation.getByRole("button", { name: "Execute" }).click();
  await expect(operation.locator(".live-responses-table")).toContainText(tenant.projectId);
  expect(misdeeds).toEqual({ requestsElsewhere: [], complaints: [] });
});

test("a page that asks elsewhere, or runs what its policy forbids, would be seen", async ({
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
