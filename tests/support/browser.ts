import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  firefox,
  type Page,
} from "playwright/test";

export type BrowserName = "chromium" | "firefox" | "webkit";

/** The settings of a page that a browser is opened with. */
export type Look = {
  readonly [Name in "colorScheme" | "forcedColors" | "timezoneId"]?:
    | BrowserContextOptions[Name]
    | undefined;
};

const installed: Record<BrowserName, readonly string[]> = {
  chromium: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
  firefox: ["firefox-esr", "firefox"],
  webkit: [],
};

const usualPaths: Record<BrowserName, readonly string[]> = {
  chromium: [
    chromium.executablePath(),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  ],
  firefox: ["/Applications/Firefox.app/Contents/MacOS/firefox"],
  webkit: [],
};

/** The path of the installed browser, or null. The tests do not download one. */
export function findBrowser(name: BrowserName): string | null {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/bin", "/snap/bin"];
  const paths = folders.flatMap((folder) => installed[name].map((file) => join(folder, file)));
  return [...paths, ...usualPaths[name]].find((path) => existsSync(path)) ?? null;
}

/** Opens a browser that can connect to this machine only, while `work` runs. */
export async function withBrowser(
  name: BrowserName,
  look: Look,
  work: (newPage: () => Promise<Page>) => Promise<void>,
): Promise<void> {
  const browser = await (name === "firefox" ? launchFirefox(look) : launchChromium());
  await work(() => browser.newPage(look as BrowserContextOptions)).finally(() => browser.close());
}

function launchChromium(): Promise<Browser> {
  const args = ["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"];
  // Chromium's sandbox refuses to run as root.
  if (process.getuid?.() === 0) args.push("--no-sandbox");
  return chromium.launch({ executablePath: findBrowser("chromium") ?? "", args });
}

/** Over WebDriver BiDi, Firefox sets colours by preferences only, so a page keeps those of its browser. */
function launchFirefox({ colorScheme, forcedColors }: Look): Promise<Browser> {
  return firefox.launch({
    channel: "moz-firefox",
    executablePath: findBrowser("firefox") ?? "",
    firefoxUserPrefs: {
      "network.dns.disabled": true,
      "layout.css.prefers-color-scheme.content-override": colorScheme === "dark" ? 0 : 1,
      "browser.display.document_color_use": forcedColors === "active" ? 2 : 1,
    },
  });
}

/** Things that a page must not do, and did. */
export interface Misdeeds {
  readonly requestsElsewhere: string[];
  /** Errors of scripts and of the console, with refusals by the content security policy. */
  readonly complaints: string[];
}

/**
 * Records the misdeeds of a page: requests to another address than `home`, which are aborted, and errors and warnings
 * of the console except those that `ignored` matches.
 */
export async function watchPage(
  page: Page,
  home: string,
  misdeeds: Misdeeds,
  ignored: RegExp | null = null,
): Promise<Page> {
  await page.route("**", async (route) => {
    const url = route.request().url();
    if (/^(?:data|blob):/.test(url) || url.startsWith(`${home}/`)) return route.continue();
    misdeeds.requestsElsewhere.push(url);
    return route.abort();
  });
  page.on("pageerror", ({ message }) => misdeeds.complaints.push(message));
  page.on("console", (message) => {
    if (ignored?.test(message.text()) === true) return;
    if (["error", "warning"].includes(message.type())) misdeeds.complaints.push(message.text());
  });
  // Firefox has no console message for what the policy refuses.
  if (page.context().browser()?.browserType().name() === "firefox") {
    await page.addInitScript(
      `addEventListener("securitypolicyviolation", (event) => console.error("refused:", event.violatedDirective, event.blockedURI))`,
    );
  }
  return page;
}
