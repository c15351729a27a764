// @ts-check
import {
  documentExecutors,
  environmentReader,
  importers,
  packageRules,
  pureFolders,
} from "./import-rules.mjs";

/*
 * The linter's rules for the tables of import-rules.mjs. A file takes a rule from the last override
 * that matches it, so each override is complete and the exceptions for single files come last.
 */

/** The part of the linter's configuration that .oxlintrc.json extends. */
export function lintConfig() {
  const places = Object.keys(importers);
  return { overrides: [...places, ...documentExecutors].map(override) };
}

/** @param {string} place A folder of src or a file in it. */
function override(place) {
  const rules = {
    "no-restricted-imports": ["error", restrictedImports(place)],
    "no-restricted-properties": ["error", ...restrictedProperties(place)],
    ...(pureFolders.includes(place) && { "no-restricted-globals": ["error", restrictedGlobals] }),
  };
  return { files: [`src/${isFile(place) ? place : `${place}/**`}`], rules };
}

/** @param {string} place */
function restrictedImports(place) {
  const owner = ownerOf(place);
  const { imports, because } = importers[owner] ?? { imports: [], because: "" };
  const types = imports.filter((entry) => entry.startsWith("type ")).map(withoutType);
  const message = `src/${owner} may import ${listed(imports)}. ${because}`;
  const executes = documentExecutors.includes(place);
  return {
    paths: executes ? [] : [{ name: "graphql", importNames: executing, message: executeMessage }],
    // The group is last: where it excludes an import, Oxlint ignores the patterns that follow.
    patterns: [
      ...types.map((entry) => ({ regex: regexOf(entry), allowTypeImports: true, message })),
      { regex: "^(node:)?process$", message: environmentMessage },
      ...(executes ? [] : [{ regex: executingModules, message: executeMessage }]),
      ...packageRules
        .filter(({ places }) => !places.includes(owner) && !places.includes(place))
        .map(packagePattern),
      { group: [...everything(owner), ...[owner, ...imports].flatMap(exceptions)], message },
    ],
  };
}

/**
 * What the table of importers decides on: our modules, and in a pure folder every module.
 *
 * @param {string} owner
 */
function everything(owner) {
  if (pureFolders.includes(owner)) {
    const packages = packageRules.filter(({ places }) => places.includes(owner));
    return ["*", "!./**", ...packages.flatMap((rule) => rule.packages).map((name) => `!${name}`)];
  }
  // A file beside the folders can reach all of them with `./`.
  return ["\\#*/**", "\\#*.ts", ...(isFile(owner) ? ["./**"] : [])];
}

/** @param {string} entry */
function exceptions(entry) {
  const path = withoutType(entry) + (isFile(entry) ? "" : "/**");
  return [`!\\#${path}`, `!./${path}`];
}

/** @param {string} entry */
function regexOf(entry) {
  return `^(#|\\./)${isFile(entry) ? `${entry.replace(".", "\\.")}$` : `${entry}/`}`;
}

/** @param {typeof packageRules[number]} rule */
function packagePattern({ packages, places }) {
  return {
    regex: `^(${packages.join("|")})(/|$)`,
    message: `Import ${listed(packages)} only in ${listed(places.map((place) => `src/${place}`))}.`,
  };
}

const executing = ["execute", "executeSync", "subscribe", "graphql", "graphqlSync"];
const executingModules = "^(graphql/|@graphql-tools/executor(/|$))";
const executeMessage = "Execute documents through `#graphql/execute.ts`.";

const environmentMessage = `The environment is read in src/${environmentReader} alone.`;
const environment = [
  { object: "process", property: "env", message: environmentMessage },
  { object: "globalThis", property: "process", message: environmentMessage },
];

const pureMessage = "The result depends on the arguments alone: pass the time or the number in.";
const clockAndRandomness = [
  { object: "Date", property: "now", message: pureMessage },
  { object: "Math", property: "random", message: pureMessage },
  { object: "Temporal", property: "Now", message: pureMessage },
];
const impureGlobals =
  "console crypto fetch performance process setImmediate setInterval setTimeout";
const restrictedGlobals = {
  globals: impureGlobals.split(" ").map((name) => ({ name, message: pureMessage })),
  checkGlobalObject: true,
};

/** @param {string} place */
function restrictedProperties(place) {
  return [
    ...(place === environmentReader ? [] : environment),
    ...(pureFolders.includes(place) ? clockAndRandomness : []),
  ];
}

/** The row of the table of importers that holds a place. @param {string} place */
function ownerOf(place) {
  return place.split("/")[0] ?? place;
}

/** @param {string} place */
function isFile(place) {
  return place.endsWith(".ts");
}

/** @param {string} entry */
function withoutType(entry) {
  return entry.replace(/^type /, "");
}

/** @param {readonly string[]} words */
function listed(words) {
  if (words.length === 0) return "nothing of ours";
  return [words.slice(0, -1).join(", "), ...words.slice(-1)].filter(Boolean).join(" and ");
}
