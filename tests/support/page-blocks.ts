import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { packageFile } from "../../src/system/package-files.ts";

/** A block of a page: a program with its name, or lines for a shell. */
export interface Block {
  readonly section: string;
  readonly language: string;
  readonly text: string;
  /** The file that the text before the block names. */
  readonly file: string | null;
}

/** The fenced blocks of a page that have a language, in order. */
export async function readBlocks(page: string): Promise<Block[]> {
  const text = await readFile(packageFile(page), "utf8");
  return text.split(/^##+ /m).flatMap((part) => {
    const [section = ""] = part.split("\n", 1);
    const blocks = part.matchAll(/^```(?<language>\w+)\n(?<text>.*?)^```$/gms);
    return Array.from(blocks, ({ index, groups = {} }) => {
      const before = part.slice(0, index).trimEnd().split("\n").slice(-2).join(" ");
      const named = /(?:This|this|as) `(?<file>[\w.-]+\.\w+)`/.exec(before);
      const { language = "", text: block = "" } = groups;
      return { section, language, text: block, file: named?.groups?.["file"] ?? null };
    });
  });
}

/** The programs in `docs/programs` that a page links, as blocks of the section that does so. */
export async function readPrograms(page: string): Promise<Block[]> {
  const parts = (await readFile(packageFile(page), "utf8")).split(/^##+ /m);
  const links = parts.flatMap((part) => {
    const [section = ""] = part.split("\n", 1);
    return Array.from(part.matchAll(/\]\(programs\/([\w.-]+)\)/g), ([, file = ""]) => ({
      section,
      file,
    }));
  });
  const programs = links.map(async ({ section, file }) => {
    const text = await readFile(packageFile(`docs/programs/${file}`), "utf8");
    return { section, language: extname(file).slice(1), text, file };
  });
  return Promise.all(programs);
}
