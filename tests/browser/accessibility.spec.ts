import { createRequire } from "node:module";
import type { Page } from "playwright/test";
import { expect, needBrowser } from "./dashboard.ts";
import { test } from "./demonstration.ts";
import { walkViews } from "./views.ts";

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
      const { internalUrl } = gateway;
      expect(await walkViews(page, internalUrl, demonstration.key, seriousFindings)).toEqual([]);
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
