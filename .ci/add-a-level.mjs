// @ts-check
import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

/*
 * Walks the recipe "Add a level" of CONTRIBUTING.md in a copy of the tree: LA95 in the files that it names, eight at
 * most, and in no other. Then the types, unit tests, an evidence pack with its verifier, and `acoustic verify` have to
 * pass.
 */

const copy = mkdtempSync(join(tmpdir(), "acoustic-add-a-level-"));
const run = (/** @type {string} */ command, /** @type {string[]} */ ...args) =>
  execFileSync(command, args, { cwd: copy, stdio: "inherit" });

try {
  const listed = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8", maxBuffer: 1e8 });
  for (const file of listed.split("\0").filter((name) => name !== "")) {
    mkdirSync(join(copy, dirname(file)), { recursive: true });
    cpSync(file, join(copy, file));
  }
  // Its cache is the copy's own: a bundle there reads the schema of the tree that it lies in.
  symlinkSync(resolve("scripts/node_modules"), join(copy, "scripts/node_modules"));
  mkdirSync(join(copy, "node_modules"));
  for (const name of readdirSync("node_modules").filter((entry) => entry !== ".cache")) {
    symlinkSync(resolve("node_modules", name), join(copy, "node_modules", name));
  }
  const recipe = readFileSync("CONTRIBUTING.md", "utf8").split(/^## /m);
  const section = recipe.find((text) => text.startsWith("Add a level\n")) ?? "";
  const files = [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, name = ""]) => name);
  if (files.length > 8) throw new Error(`the recipe has ${files.length} files`);
  for (const file of files) if (!file.includes("<")) edit(file, addLevel);
  run("npm", "run", "--silent", "generate:migration", "--", "--name", "la95");
  const [index = ""] = section.match(/--> statement-breakpoint\n[^`]+/) ?? [];
  const migrations = "src/database/migrations";
  const added = readdirSync(join(copy, migrations)).filter((name) => name.endsWith("_la95.sql"));
  for (const name of added) {
    edit(join(migrations, name), (text) => `${text.trimEnd()}\n${index}`);
  }
  run("node", "scripts/generate.mjs");
  run("npm", "run", "--silent", "build:src");
  run("npm", "run", "--silent", "build:dashboard");
  run("npm", "run", "--silent", "check:types");
  const units = ["tests/unit/evidence/verdicts", "tests/unit/csv-formats"];
  const commands = ["tests/cli/verify.spec", "tests/cli/evidence.spec"];
  // The tests of commands whose answers have each level.
  const titles = "unit/|a gateway keeps every rule|the demonstration's last week";
  run("npx", "playwright", "test", ...units, ...commands, "-g", titles);
} finally {
  rmSync(copy, { recursive: true });
}

/** @param {string} file @param {(text: string) => string} change */
function edit(file, change) {
  const path = join(copy, file);
  const before = readFileSync(path, "utf8");
  const after = change(before);
  if (after === before) throw new Error(`${file}: the recipe changes nothing in it`);
  writeFileSync(path, after);
}

/**
 * Writes LA95 behind LA90: a member of its own line gets a line, one among others a place.
 *
 * @param {string} text
 */
function addLevel(text) {
  const described = /^ *"A-weighted level exceeded for 90 % of .*\n *LA90\b.*\n/gm;
  if (described.test(text)) {
    return text.replaceAll(described, (field) => field + field.replaceAll("90", "95"));
  }
  const lines = text.split("\n").flatMap((line) => {
    if (!/la90/i.test(line)) return [line];
    if (line.includes("LA50 LA90 ")) return [line.replace("LA90", "LA90 LA95")];
    const added = line.replaceAll("90", "95");
    if (/^\s*\| "la90";$/.test(line)) return [line.replace(";", ""), added];
    if (/^\s*(?:"LA90",|LA90: .*,|LA90)$/.test(line)) return [line, added];
    return [line.replaceAll(/la90/gi, (name) => `${name}, ${name.replace("90", "95")}`)];
  });
  return lines.join("\n");
}
