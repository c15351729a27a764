// @ts-check
import { relative, resolve } from "node:path";
import { comments } from "./comment-rules.mjs";
import { importers, packageRules, pureFolders } from "./import-rules.mjs";

/*
 * The rules of the linter that are this project's own: who may import whom, and the form of comments.
 */

const imports = {
  /** @param {any} context */
  create(context) {
    const file = relative(context.cwd, context.filename).replaceAll("\\", "/");
    const place = file.startsWith("src/") ? placeOf(file.slice("src/".length)) : undefined;
    if (place === undefined) return {};
    /** @param {any} node */
    const check = (node) => {
      const specifier = node.source?.value;
      if (typeof specifier !== "string") return;
      const message = refuse(file, place, specifier, hasTypesOnly(node));
      if (message !== null) context.report({ node, message });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

/**
 * The message of a refusal; null: the import is allowed.
 *
 * @param {string} file @param {string} place @param {string} specifier @param {boolean} typesOnly
 */
function refuse(file, place, specifier, typesOnly) {
  const { imports: allowed, because } = importers[place] ?? { imports: [], because: "" };
  const message = `src/${place} may import ${listed(allowed)}. ${because}`;
  if (specifier.startsWith("#")) return `Import by a relative path. ${message}`;
  if (!specifier.startsWith(".")) return refusePackage(file, place, specifier, message);
  const target = relative(resolve("src"), resolve(file, "..", specifier)).replaceAll("\\", "/");
  if (placeOf(target) === place) return null;
  const isAllowed = allowed.some((entry) =>
    entry.startsWith("type ")
      ? typesOnly && isIn(target, entry.slice("type ".length))
      : isIn(target, entry),
  );
  return isAllowed ? null : message;
}

/** @param {string} file @param {string} place @param {string} specifier @param {string} message */
function refusePackage(file, place, specifier, message) {
  const rule = packageRules.find(({ packages }) => packages.some((name) => isIn(specifier, name)));
  const allowed = rule?.places.some((entry) => isIn(file.slice("src/".length), entry));
  if (rule !== undefined && !allowed) {
    return `Import ${listed(rule.packages)} only in ${listed(rule.places.map((name) => `src/${name}`))}.`;
  }
  return rule === undefined && pureFolders.includes(place) ? message : null;
}

/** @param {any} node */
function hasTypesOnly(node) {
  if ((node.importKind ?? node.exportKind) === "type") return true;
  const specifiers = node.specifiers ?? [];
  return (
    specifiers.length > 0 &&
    specifiers.every((/** @type {any} */ each) => (each.importKind ?? each.exportKind) === "type")
  );
}

/** The longest path of the table that contains a file of src. @param {string} path */
function placeOf(path) {
  return Object.keys(importers)
    .filter((place) => isIn(path, place))
    .toSorted((one, other) => other.length - one.length)[0];
}

/** @param {string} path @param {string} place */
function isIn(path, place) {
  return path === place || path.startsWith(`${place}/`);
}

/** @param {readonly string[]} words */
function listed(words) {
  if (words.length === 0) return "nothing of ours";
  return [words.slice(0, -1).join(", "), ...words.slice(-1)].filter(Boolean).join(" and ");
}

export default { meta: { name: "house" }, rules: { imports, comments } };
