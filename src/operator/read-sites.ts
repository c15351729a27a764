import { readFile } from "node:fs/promises";
import { InvalidInput } from "./invalid-input.ts";
import type { Site } from "./site.ts";
import { formatFault, parseSiteFile } from "./site-file.ts";

/** The sites that files declare. Throws `InvalidInput` with every fault of every file. */
export async function readSites(files: readonly string[]): Promise<Site[]> {
  const sites: Site[] = [];
  const faults: string[] = [];
  for (const file of files) {
    const text = await readText(file);
    if (!text.ok) {
      faults.push(text.fault);
      continue;
    }
    const parsed = parseSiteFile(text.text, file);
    if (parsed.ok) sites.push(parsed.site);
    else faults.push(...parsed.faults.map(formatFault));
  }
  if (faults.length > 0) throw new InvalidInput(faults);
  return sites;
}

type ReadText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly fault: string };

async function readText(file: string): Promise<ReadText> {
  try {
    const bytes = await readFile(file);
    return { ok: true, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, fault: `${file}: cannot be read: ${message}` };
  }
}
