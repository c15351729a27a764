import { existsSync, readdirSync, readFileSync } from "node:fs";
import { packageFile } from "../../src/system/package-files.ts";
import { expect, test } from "../support/expect.ts";
import { readBlocks } from "../support/page-blocks.ts";
import { works } from "../../bench/cases/index.ts";

const page = readFileSync(packageFile("docs/developing.md"), "utf8");
const blocks = await readBlocks("docs/developing.md");
const { scripts } = JSON.parse(readFileSync(packageFile("package.json"), "utf8")) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** The commands of the page, without what they say in a comment. */
const commands = blocks.flatMap(({ text }) =>
  text
    .split("\n")
    .map((line) => line.replace(/\s+# .*$/, ""))
    .filter((line) => line !== ""),
);

test("the scripts, projects and specs that the commands of the page name are there", () => {
  const inText = Array.from(
    page.matchAll(/`(?<line>(?:npm|npx) [^`]+)`/g),
    ({ groups = {} }) => groups["line"] ?? "",
  );
  for (const command of [...commands, ...inText]) {
    const [program, verb = "", name = ""] = command.replace(/^(?:[A-Z_]+=\S+ )+/, "").split(" ");
    if (program === "npm" && verb === "run") expect(Object.keys(scripts)).toContain(name);
    else if (program === "npm") expect(["ci", "test", "start"]).toContain(verb);
    else {
      expect(program).toBe("npx");
      expect(existsSync(packageFile(`node_modules/.bin/${verb}`)), command).toBe(true);
    }
    for (const word of command.split(" ")) {
      if (word.startsWith("tests/")) expect(existsSync(packageFile(word)), command).toBe(true);
    }
  }
  expect(commands.length).toBeGreaterThan(10);
});

test("the cases and options of the benchmark's commands are there", () => {
  const lines = commands.filter((command) => command.startsWith("npm run bench"));
  const source = readFileSync(packageFile("bench/main.ts"), "utf8");
  for (const line of lines) {
    const [name, ...options] = line.split(" -- ")[1]?.split(" ") ?? [];
    if (name !== undefined && !name.startsWith("--")) {
      expect(
        works.filter((work) => work.name.startsWith(name)),
        line,
      ).not.toEqual([]);
    }
    for (const option of options.filter((word) => word.startsWith("--"))) {
      if (option !== "--help") expect(source, line).toContain(`"${option} `);
    }
  }
});

/** The folders in which a path of the page may begin. */
const roots = ["", "src/", "tests/", "src/dashboard/", "src/dashboard/browser/", "tests/faults/"];

/** These look like paths, and are none of the project's. Real data may lie beside it. */
const noPaths = new Set([
  "node:http",
  "dist/dashboard/page/",
  "/openapi.json",
  "/health/live",
  "../shared/data",
]);

const isThere = (path: string) => existsSync(packageFile(path));

test("the files and folders that the page names are there", () => {
  const inText = Array.from(
    page.matchAll(/`(?<path>[\w./-]+)`/g),
    ({ groups = {} }) => groups["path"] ?? "",
  );
  const paths = inText.filter(
    (path) =>
      /\/|\.(?:ts|json|graphql)$/.test(path) && !noPaths.has(path) && !/^[./]\w+$/.test(path),
  );
  const gone = paths.filter(
    (path) => !roots.some((root) => isThere(`${root}${path}`) || isThere(`${root}${path}.spec.ts`)),
  );
  expect(gone).toEqual([]);
  expect(paths.length).toBeGreaterThan(15);
});

test("the layout of the page has every folder of src and every kind of test", () => {
  const foldersOf = (path: string) =>
    readdirSync(packageFile(path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  const layout = /^```\nsrc\/\n(?<tree>.*?)^tests\//ms.exec(page)?.groups?.["tree"] ?? "";
  const drawn = Array.from(
    layout.matchAll(/^ {2}(?<name>[\w-]+)\//gm),
    ({ groups = {} }) => groups["name"],
  );
  expect(new Set(drawn)).toEqual(new Set(foldersOf("src")));
  const projects = /^A project of .*?^\| feature/ms.exec(page)?.[0] ?? "";
  const kinds = Array.from(
    projects.matchAll(/`(?<name>[\w-]+)`/g),
    ({ groups = {} }) => groups["name"],
  );
  const tests = foldersOf("tests").filter((name) => !notKinds.has(name));
  const named = kinds.filter((name) => tests.includes(name ?? ""));
  expect(new Set(named)).toEqual(new Set(tests));
});

/** Folders beside the tests. */
const notKinds = new Set(["fixtures", "support"]);
