import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { test } from "playwright/test";
import { z } from "zod";

export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** The first check installs it. */
const linter = resolve("scripts/node_modules/oxlint/bin/oxlint");

export function skipWithoutLinter(): void {
  test.skip(!existsSync(linter), "the linter is not installed: npm run check:lint installs it");
}

/**
 * Runs the project's linter in a folder that has nothing but its configuration and these files, given as texts by
 * their path. Returns the findings of the rules whose code matches.
 */
export function runLinter(files: ReadonlyMap<string, string>, rules: RegExp): Finding[] {
  const folder = mkdtempSync(join(tmpdir(), "acoustic-lint-"));
  try {
    cpSync(".oxlintrc.json", join(folder, ".oxlintrc.json"));
    cpSync("scripts/lint", join(folder, "scripts/lint"), { recursive: true });
    for (const [file, text] of files) {
      mkdirSync(join(folder, dirname(file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    const command = [linter, "--format=json", ...files.keys()];
    const { stdout } = spawnSync(process.execPath, command, {
      cwd: folder,
      env: {
        ...process.env,
        PATH: `${resolve("scripts/node_modules/.bin")}:${process.env["PATH"]}`,
      },
      encoding: "utf8",
      maxBuffer: 64 * 2 ** 20,
    });
    return report
      .parse(JSON.parse(stdout))
      .diagnostics.filter(({ code }) => rules.test(code))
      .map(({ filename, message, help, labels: [label] }) => ({
        file: filename.replaceAll("\\", "/"),
        message: `${message} ${help ?? ""}`,
        line: label.span.line,
      }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const report = z.object({
  diagnostics: z.array(
    z.object({
      code: z.string(),
      message: z.string(),
      help: z.string().optional(),
      filename: z.string(),
      labels: z.tuple([z.object({ span: z.object({ line: z.int() }) })], z.unknown()),
    }),
  ),
});
