import { spawnSync } from "node:child_process";
import { access, readFile } from "node:fs/promises";
import { expect, test } from "../support/expect.ts";
import { parse } from "yaml";

interface Workflow {
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly strategy: { readonly matrix: Readonly<Record<string, readonly string[]>> };
        readonly steps: readonly { readonly run?: string }[];
      }
    >
  >;
}

test("the workflow runs the checks, the test line of the README and .ci/run, on the oldest Node and the current LTS", async () => {
  const { jobs } = parse(await readFile(".github/workflows/ci.yml", "utf8")) as Workflow;
  const linesOf = (name: string) => jobs[name]?.steps.flatMap(({ run }) => run ?? []);
  expect(linesOf("checks")).toEqual(["npm ci", "npm run check"]);
  const [line = ""] = linesOf("readme") ?? [];
  expect(await readFile("README.md", "utf8")).toContain(`\n${line}\n`);
  expect(line).toMatch(/npm test$/);
  expect(linesOf("everything")?.at(-1)).toBe(".ci/run");
  await access(".ci/run");
  const { engines } = JSON.parse(await readFile("package.json", "utf8")) as {
    engines: { node: string };
  };
  const oldest = engines.node.replace(">=", "");
  for (const [name, { strategy }] of Object.entries(jobs)) {
    const [first = "", second = ""] = Object.values(strategy.matrix)[0] ?? [];
    expect(first, name).toMatch(name === "everything" ? /^node:20-/ : new RegExp(`^${oldest}$`));
    expect(second, name).toMatch(/\blts\b/);
  }
});

test("git takes a subject with an area and one idea, in at most 72 columns", async () => {
  const hooks = parse(await readFile("lefthook.yml", "utf8")) as {
    "commit-msg": { jobs: { run: string }[] };
  };
  const [{ run }] = hooks["commit-msg"].jobs as [{ run: string }];
  const subjects = {
    "docs: a page says it": 0,
    "fixup! docs: a page says it": 0,
    "# This is a combination of two commits.\n\ndocs: a page says it": 0,
    "docs: sand and clay": 1,
    "A page says it": 1,
    [`docs: ${"x".repeat(66)}`]: 0,
    [`docs: ${"x".repeat(67)}`]: 1,
  };
  for (const [subject, status] of Object.entries(subjects)) {
    const input = `${subject}\n\nBody: this and that, as long as one likes, in a line of its own, and more.\n`;
    const ended = spawnSync("sh", ["-c", run.replace("{1}", "-")], { input });
    expect(ended.status, subject).toBe(status);
  }
});
