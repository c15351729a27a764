import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type BrowserContext, chromium, type PlaywrightWorkerOptions } from "playwright/test";

type BrowserName = PlaywrightWorkerOptions["browserName"];

const installed: Record<BrowserName, readonly string[]> = {
  // The shell has the engine without the window, and needs three fifths of the processor time.
  chromium: ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"],
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

/** The options of a project whose browser is the installed one. It can connect to this machine only. */
export function useBrowser(browserName: "chromium" | "firefox"): Partial<PlaywrightWorkerOptions> {
  const executablePath = findBrowser(browserName) ?? "";
  if (browserName === "firefox") {
    const firefoxUserPrefs = { "network.dns.disabled": true };
    return {
      browserName,
      channel: "moz-firefox",
      launchOptions: { executablePath, firefoxUserPrefs },
    };
  }
  const args = [
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    // Without a graphics card, its process would compute each picture as a card does.
    "--disable-gpu",
    "--disable-gpu-compositing",
  ];
  return { browserName, launchOptions: { executablePath, args } };
}

/** Things that a page must not do, and did. */
export interface Misdeeds {
  readonly requestsElsewhere: string[];
  /** Errors of scripts and of the console, with refusals by the content security policy. */
  readonly complaints: string[];
}

/**
 * Records the misdeeds of pages: requests to another address than those of `homes`, and errors and warnings of the
 * console except those that `ignored` matches.
 */
export async function watchPages(
  context: BrowserContext,
  homes: readonly string[],
  misdeeds: Misdeeds,
  ignored: RegExp | null = null,
): Promise<void> {
  context.on("request", (request) => {
    const url = request.url();
    if (/^(?:data|blob):/.test(url) || homes.some((home) => url.startsWith(`${home}/`))) return;
    misdeeds.requestsElsewhere.push(url);
  });
  context.on("weberror", (error) => misdeeds.complaints.push(error.error().message));
  context.on("console", (message) => {
    if (ignored?.test(message.text()) === true) return;
    if (["error", "warning"].includes(message.type())) misdeeds.complaints.push(message.text());
  });
  // Firefox has no console message for what the policy refuses.
  if (context.browser()?.browserType().name() === "firefox") {
    await context.addInitScript(
      `addEventListener("securitypolicyviolation", (event) => console.error("refused:", event.violatedDirective, event.blockedURI))`,
    );
  }
}
