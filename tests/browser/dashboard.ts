import type { Locator, Page, Route } from "playwright/test";
import { findBrowser, type Misdeeds, watchPages } from "../support/browser.ts";
import type { Tenant } from "../support/tenant.ts";
import { expect } from "playwright/test";
import { test as base } from "../support/test.ts";

interface MisdeedsWithKeys extends Misdeeds {
  /** Addresses that contain a key. */
  readonly keysInAddresses: string[];
}

/** Pages that must not misbehave: no other origin, no complaint, no key in an address or a store. */
export const test = base.extend<{
  /** The addresses from which pages may load. */
  homes: string[];
  /** Opens a view with a key. Waits until its part with this test id is ready, and returns that. */
  open: (of: Pick<Tenant, "key">, fragment?: string, part?: string) => Promise<Locator>;
}>({
  homes: async ({ gateway }, use) => {
    await use([gateway.internalUrl]);
  },

  open: async ({ page, gateway }, use) => {
    await use(async ({ key }, fragment = "", part = "") => {
      await page.goto(`${gateway.internalUrl}/${fragment}`);
      await typeKey(page, key);
      const opened = page.getByTestId(part);
      if (part !== "") await expect(opened).toHaveAttribute("data-ready", "true");
      return opened;
    });
  },

  context: async ({ context, homes }, use) => {
    const misdeeds: MisdeedsWithKeys = {
      requestsElsewhere: [],
      complaints: [],
      keysInAddresses: [],
    };
    // The browser's own words for what the page then says itself.
    const said = /^Failed to load resource: (?:the server responded|net::ERR_CONN)/;
    await watchPages(context, homes, misdeeds, said);
    context.on("request", (request) => {
      if (request.url().includes("amk0")) misdeeds.keysInAddresses.push(request.url());
    });
    await use(context);
    // A test that is skipped has opened nothing.
    for (const page of context.pages().filter((each) => each.url() !== "about:blank")) {
      const kept = await page.evaluate(
        "[location.href, document.title, document.documentElement.outerHTML, ...Object.entries(localStorage), ...Object.entries(sessionStorage)].join()",
      );
      // The key's menu shows the first characters of its id, and no more.
      expect(kept).not.toMatch(/amk0\.\w{5}/);
    }
    expect(misdeeds).toEqual({ requestsElsewhere: [], complaints: [], keysInAddresses: [] });
  },
});

/** Skips all tests of a file where no browser is there. */
export function needBrowser(): void {
  test.skip(({ browserName }) => findBrowser(browserName) === null, "the browser is not installed");
}

/** Types a key into the form. */
export async function typeKey(page: Page, key: string): Promise<void> {
  await page.getByLabel("API key").fill(key);
  await page.getByRole("button", { name: "Open", exact: true }).click();
}

/** Refuses an operation of GraphQL, until what is returned is called. */
export async function refuse(page: Page, operation: string): Promise<() => Promise<void>> {
  const handler = async (route: Route) => {
    const body = route.request().postDataJSON() as { readonly operationName?: string } | null;
    if (body?.operationName !== operation) return route.fallback();
    const errors = [{ message: "Not this time.", extensions: { code: "INTERNAL" } }];
    return route.fulfill({ json: { data: null, errors } });
  };
  await page.route("**/graphql", handler);
  return () => page.unroute("**/graphql", handler);
}

/** Adds up the layout shifts of each page that is opened from now on (Chromium only); returns a reader of the sum. */
export async function observeLayoutShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(`
    globalThis.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) globalThis.layoutShift += value;
    }).observe({ type: "layout-shift" });
  `);
  return () => page.evaluate<number>("globalThis.layoutShift");
}

export const at = (text: string) => Date.parse(text) / 1000;

/** The address of a sample of the first sensor. */
export const eventFragment = (
  { projectId, sensorIds: [sensor = ""] }: Pick<Tenant, "projectId" | "sensorIds">,
  second: number,
) => `#/p/${projectId}/s/${sensor}/e/${sensor}.${second}`;

export { expect };
