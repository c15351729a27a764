// @ts-check
import { parse, visit } from "graphql";
import { columnsBound, findUnplainWord, refusedWord } from "./comment-rules.mjs";

/*
 * Descriptions of GraphQL and of OpenAPI have the form of comments: they begin with their subject and use plain words,
 * and those of GraphQL are at most 120 columns wide. tests/unit/description-rules.spec.ts proves that each part of it
 * is enforced.
 */

/** The issues of the descriptions in a schema of GraphQL, each with its line. @param {string} text */
export function findSchemaIssues(text) {
  const lines = text.split("\n");
  /** @type {string[]} */
  const issues = [];
  visit(parse(text), {
    StringValue({ value, loc }, key) {
      if (key !== "description" || loc === undefined) return;
      const { line: first } = loc.startToken;
      issues.push(...formIssues(value).map((issue) => `line ${first}: ${issue}`));
      const own = text.slice(loc.start, loc.end).split("\n").length;
      for (const [index, line] of lines.slice(first - 1, first - 1 + own).entries()) {
        if (line.length <= columnsBound) continue;
        issues.push(`line ${first + index}: A description has at most ${columnsBound} columns.`);
      }
    },
  });
  return issues;
}

/**
 * The issues of the descriptions and summaries in a document of OpenAPI, each with its JSON pointer.
 *
 * @param {unknown} value @returns {string[]}
 */
export function findOpenApiIssues(value, pointer = "#") {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const path = `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const isText = (name === "description" || name === "summary") && typeof member === "string";
    if (!isText) return findOpenApiIssues(member, path);
    return formIssues(member).map((issue) => `${path}: ${issue}`);
  });
}

/** @param {string} text @returns {string[]} */
function formIssues(text) {
  const [word] = refusedWord.exec(text) ?? [];
  const unplain = findUnplainWord(text);
  return [
    ...(word === undefined ? [] : [`A description begins with its subject, not with "${word}".`]),
    ...(unplain === null ? [] : [unplain]),
  ];
}
