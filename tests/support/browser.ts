import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium, type Page } from "playwright/test";

/** The path of the installed Chromium, or null. The tests do not download a browser. */
export function findChromium(): string | null {
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/bin", "/snap/bin"];
  const usual = [
    chromium.executablePath(),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  ];
  const paths = [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...usual];
  return paths.find((path) => existsSync(path)) ?? null;
}

/** Launches a browser that can connect to this machine only. */
export function launchWithoutInternet(executablePath: string): Promise<Browser> {
  const args = ["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"];
  // Chromium's sandbox refuses to run as root.
  if (process.getuid?.() === 0) args.push("--no-sandbox");
  return chromium.launch({ executablePath, args });
}

/** Things that a page must not do, and did. */
export interface Misdeeds {
  readonly requestsElsewhere: string[];
  /** Errors of scripts and of the console, with refusals by the content security policy. */
  readonly complaints: string[];
}

/**
 * Opens a page and records its misdeeds: requests to another address than `home`, which are aborted, and errors and
 * warnings of the console except those that `ignored` matches.
 */
export async function openWatchedPage(
  browser: Browser,
  home: string,
  misdeeds: Misdeeds,
  ignored: RegExp | null = null,
): Promise<Page> {
  const page = await browser.newPage();
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
  return page;
}
