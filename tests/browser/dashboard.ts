import type { Page } from "playwright/test";
import { findBrowser, type Misdeeds, watchPage, withBrowser } from "../support/browser.ts";
import type { Tenant } from "../support/tenant.ts";
import { expect, test as base } from "../support/test.ts";

interface MisdeedsWithKeys extends Misdeeds {
  /** Addresses that contain a key. */
  readonly keysInAddresses: string[];
}

/** Pages of a browser that must not misbehave: no other origin, no complaint, no key in an address or a store. */
export const test = base.extend<{
  /** Opens a page that may load only from one address. */
  browserPage: (home: string) => Promise<Page>;
  page: Page;
  misdeeds: MisdeedsWithKeys;
}>({
  misdeeds: async ({}, use) => {
    const misdeeds = { requestsElsewhere: [], complaints: [], keysInAddresses: [] };
    await use(misdeeds);
    expect(misdeeds).toEqual({ requestsElsewhere: [], complaints: [], keysInAddresses: [] });
  },

  browserPage: async ({ browserName, colorScheme, timezoneId, contextOptions, misdeeds }, use) => {
    const { forcedColors } = contextOptions;
    const look = { colorScheme, timezoneId, forcedColors };
    const opened: Page[] = [];
    await withBrowser(browserName, look, async (newPage) => {
      await use(async (home) => {
        // The browser's own words for what the page then says itself.
        const said = /^Failed to load resource: (?:the server responded|net::ERR_CONN)/;
        const page = await watchPage(await newPage(), home, misdeeds, said);
        page.on("request", (request) => {
          if (request.url().includes("amk0")) misdeeds.keysInAddresses.push(request.url());
        });
        opened.push(page);
        return page;
      });
      // A test that is skipped has opened nothing.
      for (const page of opened.filter((each) => each.url() !== "about:blank")) {
        const kept = await page.evaluate(
          "[location.href, document.title, document.documentElement.outerHTML, ...Object.entries(localStorage), ...Object.entries(sessionStorage)].join()",
        );
        // The key's menu shows the first characters of its id, and no more.
        expect(kept).not.toMatch(/amk0\.\w{5}/);
      }
    });
  },

  page: async ({ browserPage, gateway }, use) => {
    await use(await browserPage(gateway.internalUrl));
  },
});

/** Skips all tests of a file where no browser is there. */
export function needBrowser(): void {
  test.skip(({ browserName }) => findBrowser(browserName) === null, "the browser is not installed");
}

/** Skips a test in Firefox, with what its ESR lacks. */
export function skipInFirefox(browserName: string, lack: string): void {
  test.skip(browserName === "firefox", `Firefox ESR: ${lack}`);
}

/** Opens a view with a key. */
export async function openView(
  page: Page,
  internalUrl: string,
  key: string,
  fragment = "",
): Promise<void> {
  await page.goto(`${internalUrl}/${fragment}`);
  await typeKey(page, key);
}

/** Types a key into the form. */
export async function typeKey(page: Page, key: string): Promise<void> {
  await page.getByLabel("API key").fill(key);
  await page.getByRole("button", { name: "Open", exact: true }).click();
}

export const at = (text: string) => Date.parse(text) / 1000;

/** The address of a sample of the first sensor. */
export const eventFragment = (
  { projectId, sensorIds: [sensor = ""] }: Pick<Tenant, "projectId" | "sensorIds">,
  second: number,
) => `#/p/${projectId}/s/${sensor}/e/${sensor}.${second}`;

export { expect };
