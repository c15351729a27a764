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

/** The help of every command, by its words. No command needs a configuration for it. */
async function readHelps(
  words: readonly string[] = [],
): Promise<[command: string, help: string][]> {
  const run = await runInProcess([...words, "--help"], { DATABASE_URL: "nonsense" });
  expect(run).toMatchObject({ code: 0, stderr: "" });
  expect(run.stdout.split("\n")[0]).toMatch(`Usage: ${["acoustic", ...words].join(" ")}`);
  const below: [string, string][] = [];
  for (const name of commandsIn(run.stdout)) below.push(...(await readHelps([...words, name])));
  return [[words.join(" "), run.stdout], ...below];
}

function commandsIn(help: string): string[] {
  const [, list = ""] = help.split("\nCommands:\n");
  const names = Array.from(list.matchAll(/^ {2}([a-z]+)/gm), ([, name = ""]) => name);
  return names.filter((name) => name !== "help");
}

test("every command explains itself, and every one that a page names exists, with the options that it shows", async () => {
  test.slow();
  const helps = new Map(await readHelps());
  expect(helps.size).toBeGreaterThan(40);
  const mentions = (await Promise.all(pages.map(readMentions))).flat();
  expect(mentions.length).toBeGreaterThan(25);
  const wrong = mentions.flatMap(({ page, line, words, options }) => {
    const lengths = words
      .map((_, index) => index + 1)
      .filter((length) => helps.has(words.slice(0, length).join(" ")));
    const help = helps.get(words.slice(0, lengths.at(-1) ?? 0).join(" ")) ?? "";
    const next = words[lengths.at(-1) ?? 0];
    const isUnknown = next !== undefined && !next.startsWith("--") && commandsIn(help).length > 0;
    return [
      ...(isUnknown ? [`${page}: acoustic ${line}: no command ${next}`] : []),
      ...options
        .filter((option) => !new RegExp(`^ +(?:-\\w, )?${option}\\b`, "m").test(help))
        .map((option) => `${page}: acoustic ${line}: no option ${option}`),
    ];
  });
  expect(wrong).toEqual([]);
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
  const { stdout } = await runInProcess(["--help"], {});
  expect(new Set(named)).toEqual(new Set(commandsIn(stdout)));
});
