import { createRequire } from "node:module";
import type { Page } from "playwright/test";
import { expect, needBrowser, openView } from "./dashboard.ts";
import { test } from "./demonstration.ts";
import { days, eventView, project, views } from "./views.ts";

needBrowser();

const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const looks = [1440, 360].flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({ width, colorScheme })),
);

for (const { width, colorScheme } of looks) {
  test.describe(`${width} px ${colorScheme}`, () => {
    test.use({ colorScheme });
    test(`no view has a serious finding of axe or scrolls sideways, ${width} px ${colorScheme}`, async ({
      page,
      gateway,
      demonstration,
    }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`${gateway.internalUrl}/`);
      await page.getByTestId("key-form").waitFor();
      const findings = { "key form": await seriousFindings(page) };
      await openView(page, gateway.internalUrl, demonstration.key, "#/");
      for (const [fragment, ready] of views) {
        await page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
        await page.locator(ready).first().waitFor();
        Object.assign(findings, { [fragment]: await seriousFindings(page) });
      }
      // The newest exceedance of the list.
      await page.evaluate(`location.hash = ${JSON.stringify(`${project}/events?${days}`)}`);
      const id = await page.getByTestId("event-row").first().getAttribute("data-id");
      const [fragment, ready] = eventView(id ?? "");
      await page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
      await page.locator(ready).waitFor();
      Object.assign(findings, { event: await seriousFindings(page) });
      const none = Object.fromEntries(Object.keys(findings).map((name) => [name, []]));
      expect(findings).toEqual(none);
      expect(Object.keys(findings)).toHaveLength(14);
    });
  });
}

/** The findings of axe of serious or critical impact, and a page that scrolls sideways. */
async function seriousFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) {
    await page.evaluate(await axeSource());
  }
  const { violations } = await page.evaluate<{
    violations: { id: string; impact: string; nodes: { html: string }[] }[];
  }>("axe.run(document, { resultTypes: ['violations'] })");
  const serious = violations
    .filter(({ impact }) => ["serious", "critical"].includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" | ")}`);
  const [content, window] = await page.evaluate<[number, number]>(
    "[document.documentElement.scrollWidth, document.documentElement.clientWidth]",
  );
  return content > window ? [...serious, `scrolls sideways: ${content} in ${window}`] : serious;
}

let source: Promise<string> | undefined;

function axeSource(): Promise<string> {
  source ??= import("node:fs/promises").then(({ readFile }) => readFile(axePath, "utf8"));
  return source;
}
