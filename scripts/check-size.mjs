// @ts-check
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

/*
 * Fails if a room has more lines than scripts/sizes.json allows. A commit that raises a number says in its body who
 * would miss the lines. `--write` takes the lines of today, after some were deleted.
 */

/** Files that people write: no generated ones. @param {string} file */
const isSource = (file) =>
  /\.(?:ts|tsx|mjs|css|html|graphql|py|sql)$/.test(file) && !file.includes("/generated/");

/** The room of a file: a folder of src, of which the page is its own, or one beside src. @param {string} file */
function roomOf(file) {
  if (file.startsWith("src/dashboard/browser/")) return "src/dashboard/browser";
  const [first = "", second = ""] = file.split("/");
  return first === "src" && file.split("/").length > 2 ? `src/${second}` : first;
}

/** @type {Map<string, number>} */
const lines = new Map();
const listed = execFileSync("git", ["ls-files", "src", "tests", "bench", "scripts"], {
  encoding: "utf8",
});
// A file may be removed, and its removal not staged.
for (const file of listed.trimEnd().split("\n").filter(isSource).filter(existsSync)) {
  const count = readFileSync(file, "utf8").split("\n").length - 1;
  lines.set(roomOf(file), (lines.get(roomOf(file)) ?? 0) + count);
}

if (process.argv.includes("--write")) {
  const sorted = Object.fromEntries(
    [...lines].toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
  writeFileSync("scripts/sizes.json", `${JSON.stringify(sorted, null, 2)}\n`);
} else {
  /** @type {Record<string, number>} */
  const allowed = JSON.parse(readFileSync("scripts/sizes.json", "utf8"));
  for (const [room, count] of lines) {
    const most = allowed[room] ?? 0;
    if (count <= most) continue;
    console.error(`${room}: ${count} lines, and scripts/sizes.json allows ${most}`);
    process.exitCode = 1;
  }
}
