import { readdir, readFile } from "node:fs/promises";
import { packageFile } from "../../src/system/package-files.ts";
import { runInProcess } from "../support/command-in-process.ts";
import { test } from "playwright/test";
import { expect } from "../support/expect.ts";

/** A command in a page: the words behind `acoustic`, and the options among them. */
interface Mention {
  readonly page: string;
  readonly line: string;
  readonly words: readonly string[];
  readonly options: readonly string[];
}

const folder = await readdir(packageFile("docs"));
const pages = [
  "CONTRIBUTING.md",
  "README.md",
  ...folder.filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`),
];

async function readMentions(page: string): Promise<Mention[]> {
  const text = (await readFile(packageFile(page), "utf8")).replaceAll("\\\n", " ");
  const lines = text.split("\n").flatMap((line) => [
    // In a sentence or a table, between backticks; in a block of its own, as it is.
    ...Array.from(
      line.matchAll(/`(?:\.\/)?acoustic (?<rest>[^`]+)`/g),
      ({ groups }) => groups?.["rest"],
    ),
    /^(?:\S+=\S+ |\S+\(\) |sudo )*(?:\.\/)?acoustic (?<rest>[^#]+)/.exec(line)?.groups?.["rest"],
    /# or: acoustic (?<rest>.+)$/.exec(line)?.groups?.["rest"],
    /(?:^node|gateway node) .*dist\/main\.js (?<rest>[^#]+)/.exec(line)?.groups?.["rest"],
  ]);
  return lines.flatMap((rest) => {
    if (rest === undefined) return [];
    const words = rest.trim().split(/\s+/);
    const options = words.flatMap((word) => /^--[a-z-]+/.exec(word) ?? []);
    return [{ page, line: rest.trim(), words, options }];
  });
}

test("every command that a page names exists, with the options that it shows", async () => {
  const helps = new Map<string, string>();
  const helpOf = async (words: readonly string[]) => {
    const command = words.join(" ");
    const help = helps.get(command) ?? (await runInProcess([...words, "--help"], {})).stdout;
    helps.set(command, help);
    return help;
  };
  const commandsOf = async (words: readonly string[]) => {
    const [, list = ""] = (await helpOf(words)).split("\nCommands:\n");
    return Array.from(list.matchAll(/^ {2}(?<name>[a-z]+)/gm), ({ groups }) => groups?.["name"]);
  };
  const mentions = (await Promise.all(pages.map(readMentions))).flat();
  const wrong: string[] = [];
  for (const { page, line, words, options } of mentions) {
    const command: string[] = [];
    let [word, ...rest] = words;
    let known = await commandsOf([]);
    while (known.length > 0 && word !== undefined && !word.startsWith("--")) {
      if (!known.includes(word)) wrong.push(`${page}: acoustic ${line}: no command ${word}`);
      if (!known.includes(word)) break;
      command.push(word);
      [word, ...rest] = rest;
      known = await commandsOf(command);
    }
    const help = await helpOf(command);
    for (const option of options) {
      if (!new RegExp(`^ +(?:-\\w, )?${option}\\b`, "m").test(help)) {
        wrong.push(`${page}: acoustic ${line}: no option ${option}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(mentions.length).toBeGreaterThan(25);
});

for (const kind of ["samples", "classifications", "exclusions"]) {
  test(`the help of import ${kind} has only columns of its own, and the forms of dates`, async () => {
    const { stdout } = await runInProcess(["import", kind, "--help"], {});
    const help = stdout.replaceAll(/\s+/g, " ");
    const [, columns = ""] = /Columns: (.*?\.)/.exec(help) ?? [];
    const mapped = Array.from(help.matchAll(/\b(\w+)(?:=|: )"[A-Z][^"]*"/g), ([, name]) => name);
    expect(mapped.length).toBeGreaterThan(0);
    for (const name of mapped) expect(columns.split(/\W+/)).toContain(name);
    expect(help).toContain("Forms of --date-format: DD/MM/YYYY");
  });
}

test("the table of commands names every command", async () => {
  const page = await readFile(packageFile("docs/operating.md"), "utf8");
  const [, section = ""] = page.split("\n## Commands\n");
  const [table = ""] = section.split("\n## ");
  const named = Array.from(
    table.matchAll(/^\| `(?<name>[a-z]+)/gm),
    ({ groups }) => groups?.["name"],
  );
  const [, list = ""] = (await runInProcess(["--help"], {})).stdout.split("\nCommands:\n");
  const known = Array.from(
    list.matchAll(/^ {2}(?<name>[a-z]+)/gm),
    ({ groups }) => groups?.["name"],
  );
  expect(new Set(named)).toEqual(new Set(known.filter((name) => name !== "help")));
});
