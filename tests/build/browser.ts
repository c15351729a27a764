import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright/test";

/** Chromium as it is installed here, or null: the tests bring none of their own. */
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

/** A browser for which no name and no address exists but this machine's own. */
export function launchWithoutInternet(executablePath: string): Promise<Browser> {
  const args = ["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"];
  // Chromium's sandbox refuses to run as root.
  if (process.getuid?.() === 0) args.push("--no-sandbox");
  return chromium.launch({ executablePath, args });
}
