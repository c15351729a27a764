import type { Page } from "playwright/test";
import {
  findChromium,
  launchWithoutInternet,
  type Misdeeds,
  openWatchedPage,
} from "../support/browser.ts";
import { expectCommonHeaders } from "../support/problem.ts";
import { expect, test as base } from "../support/test.ts";

const executablePath = findChromium();

interface MisdeedsWithKeys extends Misdeeds {
  /** Addresses that hold a key. */
  readonly keysInAddresses: string[];
}

const test = base.extend<{ page: Page; misdeeds: MisdeedsWithKeys }>({
  misdeeds: async ({}, use) => {
    const misdeeds = { requestsElsewhere: [], complaints: [], keysInAddresses: [] };
    await use(misdeeds);
    expect(misdeeds).toEqual({ requestsElsewhere: [], complaints: [], keysInAddresses: [] });
  },

  page: async ({ gateway, misdeeds }, use) => {
    const browser = await launchWithoutInternet(executablePath ?? "");
    // The browser's own words for what the page then says itself.
    const said = /^Failed to load resource: (?:the server responded|net::ERR_CONN)/;
    const page = await openWatchedPage(browser, gateway.internalUrl, misdeeds, said);
    page.on("request", (request) => {
      if (request.url().includes("amk0")) misdeeds.keysInAddresses.push(request.url());
    });
    await use(page);
    const kept = await page.evaluate(
      "[location.href, ...Object.entries(localStorage), ...Object.entries(sessionStorage)].join()",
    );
    expect(kept).not.toContain("amk0");
    await browser.close();
  },
});

test.skip(executablePath === null, "no Chromium is installed");

const at = (text: string) => Date.parse(text) / 1000;

async function showLevels(page: Page, address: string, key: string): Promise<void> {
  await page.goto(`${address}/`);
  await page.getByLabel("API key").fill(key);
  await page.getByRole("button", { name: "Show levels" }).click();
}

test("the dashboard shows exceedances first, and no silent sensor as within its limit", async ({
  page,
  gateway,
  tenantOf,
}) => {
  const tenant = await tenantOf({
    site: { name: "<b>Quay</b>", limits: { default: { A: 60 } } },
    sensors: ["Never", "At the limit", "Silent", "Over", "Far over"].map((name) => ({ name })),
  });
  const now = at("2019-03-10T12:10:00Z");
  await page.clock.setFixedTime(now * 1000);
  const addLast = (sensor: number, ago: number, LAeq: number) =>
    tenant.addSamples(
      [
        { second: now - ago - 300, LAeq: 10 },
        { second: now - ago, LAeq },
      ],
      sensor,
    );
  await addLast(1, 900, 60);
  await addLast(2, 901, 60);
  await addLast(3, 300, 60.01);
  await addLast(4, 600, 70.07);
  await showLevels(page, gateway.internalUrl, tenant.key);
  await expect(page.getByRole("status")).toHaveText("Projects: 1. Sensors: 5.");
  await expect(page.getByRole("region", { name: "<b>Quay</b>" })).toBeVisible();
  await expect(page.getByRole("row")).toHaveText([
    "SensorStateLAeqLimitDifferenceTime",
    "Far overabove the limit70.07 dB60.00 dB+10.07 dB10 Mar 2019, 12:00",
    "Overabove the limit60.01 dB60.00 dB+0.01 dB10 Mar 2019, 12:05",
    "Silentsilent: no new sample for three intervals60.00 dB60.00 dB–10 Mar 2019, 11:54",
    "Neverno level inside the contract",
    "At the limitwithin the limit60.00 dB60.00 dB±0.00 dB10 Mar 2019, 11:55",
  ]);

  await page.setViewportSize({ width: 360, height: 740 });
  const widths = "[document.documentElement.scrollWidth, document.documentElement.clientWidth]";
  expect(await page.evaluate(widths)).toEqual([360, 360]);
  await expect(page.getByRole("row").filter({ hasText: "Far over" })).toBeInViewport();

  await page.clock.setFixedTime(at("2019-04-01T00:00:00Z") * 1000);
  await page.getByRole("button", { name: "Show levels" }).click();
  await expect(page.getByRole("row").filter({ hasText: "the contract has ended" })).toHaveCount(5);
  await page.getByRole("button", { name: "Forget the key" }).click();
  await expect(page.getByLabel("API key")).toHaveValue("");
  await expect(page.getByRole("row")).toHaveCount(0);
});

test("the dashboard says what a key may not read", async ({ page, gateway, tenantOf }) => {
  const tenant = await tenantOf();
  const status = page.getByRole("status");
  await showLevels(page, gateway.internalUrl, "amk0.unknown");
  await expect(status).toContainText("A valid API key is required");

  const withoutData = await tenant.createKey({ scopes: ["v0:projects:read"] });
  await showLevels(page, gateway.internalUrl, withoutData);
  await expect(page.getByRole("row").last()).toContainText("lacks a scope");

  const withoutProjects = await tenant.createKey({ scopes: ["v0:data:read"] });
  await showLevels(page, gateway.internalUrl, withoutProjects);
  await expect(status).toContainText("lacks a scope");
  await expect(page.getByRole("table")).toHaveCount(0);
});

test("the dashboard says where there is no contract, and where there are no sensors", async ({
  page,
  gateway,
  tenantOf,
}) => {
  const ofNoContract = await tenantOf({ site: { contract: undefined } });
  await showLevels(page, gateway.internalUrl, ofNoContract.key);
  await expect(page.getByRole("row").last()).toContainText("contract configuration");

  const empty = await tenantOf({ sensors: 0 });
  await showLevels(page, gateway.internalUrl, empty.key);
  await expect(page.getByRole("region")).toContainText("The key may read no sensor");
});

test("the dashboard says that it loads, and that the service cannot be reached", async ({
  page,
  gateway,
  tenantOf,
}) => {
  const tenant = await tenantOf();
  let refuse = () => {};
  const refused = new Promise<void>((resolve) => (refuse = resolve));
  await page.route("**/graphql", async (route) => {
    await refused;
    await route.abort("connectionrefused");
  });
  await showLevels(page, gateway.internalUrl, tenant.key);
  await expect(page.getByRole("status")).toHaveText("Loading …");
  refuse();
  await expect(page.getByRole("status")).toHaveText("The service cannot be reached.");
});

test("the dashboard leads to GraphiQL, which reads the schema and asks with the key of its headers", async ({
  page,
  gateway,
  tenantOf,
}) => {
  const { key, projectId } = await tenantOf();
  await page.goto(`${gateway.internalUrl}/`);
  await page.getByRole("link", { name: "GraphiQL" }).click();
  await expect(page).toHaveTitle("GraphiQL · Acoustic monitoring");
  await page.getByRole("button", { name: "Headers" }).click();
  const headers = page.getByRole("region", { name: "Headers" }).getByRole("textbox");
  await headers.focus();
  // Behind `Bearer `, which stands there on the last line but one.
  for (const pressed of ["ControlOrMeta+End", "ArrowUp", "End", "ArrowLeft"]) {
    await page.keyboard.press(pressed);
  }
  await page.keyboard.insertText(key);
  await page.getByRole("button", { name: "Re-fetch GraphQL schema" }).click();
  await page.getByRole("button", { name: "Execute query (Ctrl-Enter)" }).click();
  await expect(page.locator(".graphiql-response")).toContainText(projectId);
});

for (const path of ["/", "/graphql"]) {
  test(`the page at ${path} needs no key, and may load nothing from elsewhere`, async ({
    gateway,
  }) => {
    const headers = { accept: "text/html" };
    const response = await fetch(`${gateway.internalUrl}${path}`, { headers });
    expect(response.status).toBe(200);
    expectCommonHeaders(Object.fromEntries(response.headers));
    const policy = response.headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(await response.text()).not.toMatch(/https?:|<script>|<style>| on\w+=/);
  });
}

test("the pages are the internal listener's alone, and GraphQL's path answers queries", async ({
  gateway,
}) => {
  const headers = { accept: "text/html" };
  const statusOf = async (address: string) => (await fetch(address, { headers })).status;
  expect(await statusOf(`${gateway.publicUrl}/`)).toBe(404);
  expect(await statusOf(`${gateway.publicUrl}/graphql`)).toBe(404);
  expect(await statusOf(`${gateway.internalUrl}/graphql?query={__typename}`)).toBe(401);
  expect(await statusOf(`${gateway.internalUrl}/dashboard/`)).toBe(404);
  expect((await fetch(`${gateway.internalUrl}/`, { method: "POST" })).status).toBe(405);
});
