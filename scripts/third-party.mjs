// @ts-check
import { readdir, readFile } from "node:fs/promises";

/*
 * The text of THIRD-PARTY.md: what is shipped of others, from package-lock.json and the imports of the dashboard. The
 * texts of licences are those of packages that the dashboard's files contain; every other package brings its own.
 */

/**
 * @typedef {{ version: string, license?: string, dev?: boolean, devOptional?: boolean, link?: boolean,
 *   dependencies?: Record<string, string> }} Locked
 */

const page = "src/dashboard/browser";

export async function describeThirdParties() {
  /** @type {Record<string, Locked>} */
  const locked = JSON.parse(await readFile("package-lock.json", "utf8")).packages;
  const shipped = Object.entries(locked).filter(
    ([path, { dev, devOptional, link }]) =>
      path.startsWith("node_modules/") && !dev && !devOptional && !link,
  );
  const bundled = await packagesOfPage(locked);
  const rows = new Set([...shipped, ...bundled].map((entry) => rowOf(...entry)));
  const texts = await Promise.all(bundled.map((entry) => licenceOf(...entry)));
  return `# Third parties

The program is shipped with these packages, of which most are in its bundle as well (\`dist/program\`). Each has the text of its licence in
\`node_modules\`. \`@graphql-yoga/render-graphiql\` and \`swagger-ui-dist\` contain further packages, which they name. \`codec-parser\` is no part of the
bundle: another version of it takes effect in its place in \`node_modules\`.

| package | version | licence |
| --- | --- | --- |
${[...rows].toSorted().join("\n")}

## In the files of the dashboard

${texts.join("\n")}`;
}

/** The packages that the page imports, and their dependencies, in order. @param {Record<string, Locked>} locked */
async function packagesOfPage(locked) {
  const names = new Set(["temporal-polyfill"]);
  for (const file of await readdir(page, { recursive: true })) {
    if (!/\.tsx?$/.test(file)) continue;
    const text = await readFile(`${page}/${file}`, "utf8");
    for (const [, name = ""] of text.matchAll(/ from "((?:@[^/"]+\/)?[^/."#@][^/"]*)/g))
      names.add(name);
  }
  // The set grows while it is read.
  for (const name of names) {
    for (const dependency of Object.keys(lockedOf(locked, name).dependencies ?? {}))
      names.add(dependency);
  }
  return [...names].toSorted().map((name) => {
    /** @type {[string, Locked]} */
    const entry = [`node_modules/${name}`, lockedOf(locked, name)];
    return entry;
  });
}

/** @param {Record<string, Locked>} locked @param {string} name */
function lockedOf(locked, name) {
  const found = locked[`node_modules/${name}`];
  if (found === undefined)
    throw new Error(`${page} imports ${name}, which package-lock.json lacks`);
  return found;
}

/** @param {string} path */
function nameOf(path) {
  return path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}

/** @param {string} path @param {Locked} locked */
function rowOf(path, { version, license }) {
  if (license === undefined) throw new Error(`${path} says nothing of its licence`);
  return `| ${nameOf(path)} | ${version} | ${license} |`;
}

/** @param {string} path @param {Locked} locked */
async function licenceOf(path, { version }) {
  const names = await readdir(path);
  // A package without a file for its licence has it at the end of its README.
  const file = names.find((name) => /^licen[cs]e/i.test(name)) ?? "README.md";
  const [text = ""] = (await readFile(`${path}/${file}`, "utf8"))
    .split(/^#+ licen[cs]e$/im)
    .slice(-1);
  if (!/copyright|public domain/i.test(text)) throw new Error(`${path} has no text of its licence`);
  return `### ${nameOf(path)} ${version}\n\n\`\`\`text\n${text.trim()}\n\`\`\`\n`;
}
