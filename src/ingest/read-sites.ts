import { readFile } from "node:fs/promises";
import { InvalidInput } from "./invalid-input.ts";
import type { Site } from "./site.ts";
import { formatIssue, parseSiteFile } from "./site-file.ts";

/** The sites that files declare. Throws `InvalidInput` with every issue of every file. */
export async function readSites(files: readonly string[]): Promise<Site[]> {
  const sites: Site[] = [];
  const issues: string[] = [];
  for (const file of files) {
    const text = await readText(file);
    if (!text.ok) {
      issues.push(text.issue);
      continue;
    }
    const parsed = parseSiteFile(text.text, file);
    if (parsed.ok) sites.push(parsed.site);
    else issues.push(...parsed.issues.map(formatIssue));
  }
  if (issues.length > 0) throw new InvalidInput(issues);
  return sites;
}

type ReadText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly issue: string };

async function readText(file: string): Promise<ReadText> {
  try {
    const bytes = await readFile(file);
    return { ok: true, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, issue: `${file}: cannot be read: ${message}` };
  }
}
