// @ts-check
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/*
 * Says before `npm start` that a file of src/ is newer than the program in dist/, which is what starts. Tests that
 * start it fail with that sentence.
 */

const program = "dist/program/main.js";
if (existsSync(program)) {
  const built = statSync(program).mtimeMs;
  const newer = readdirSync("src", { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => join(parentPath, name))
    .find((file) => statSync(file).mtimeMs > built);
  if (newer !== undefined)
    console.error(`dist is older than ${newer}: \`npm run build\` builds it.`);
}
