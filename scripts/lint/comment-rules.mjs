// @ts-check

/*
 * The lint rule `house/comments`: comments are at most 120 columns wide, begin with their subject, use plain words, and
 * have at most three lines before a function. tests/unit/comment-rules.spec.ts proves that each part of it is enforced.
 */

/**
 * @typedef {{ line: number, column: number }} Position
 * @typedef {{ type: string, value: string, loc: { start: Position, end: Position } }} Comment
 */

export const columnsBound = 120;
const linesBound = 3;

/** Subordinate clauses and fragments begin with these words. */
export const refusedWord = /^(?:what|of|where|whether|who|whose|which)\b/i;

/** Words that no engineer searches for, and the plain words for them. */
const plainWords = [
  ["told|tell|tells|telling", "report, return, show or distinguish"],
  ["ask|asks|asked|asking", "query, request or need"],
  ["alone", "only"],
  ["owe|owes|owed", "missing or due"],
  ["settle|settles|settled|settling", "decide, analyze or wait"],
  ["(?<!\\bas )soon", "when, or a time"],
  ["grown|lived|uncarried", "larger, ran or unclaimed"],
];
const refusedWords = plainWords.map(([pattern, plain]) => ({
  pattern: new RegExp(`(?<![\\w-])(?:${pattern})(?![\\w-])`, "i"),
  plain,
}));

/** The issue of a text with such a word outside code and quotations; null: it has none. @param {string} text */
export function findUnplainWord(text) {
  const prose = text.replaceAll(/`[^`]*`|"[^"]*"/g, "");
  for (const { pattern, plain } of refusedWords) {
    const [word] = pattern.exec(prose) ?? [];
    if (word !== undefined) return `"${word}" is not a plain word. Write ${plain}.`;
  }
  return null;
}

export const comments = {
  /** @param {any} context */
  create(context) {
    const { sourceCode } = context;
    /** @param {any} node */
    const checkLines = (node) => {
      /** @type {Comment | undefined} */
      const comment = sourceCode.getCommentsBefore(node).at(-1);
      if (comment?.type !== "Block" || !comment.value.startsWith("*")) return;
      const lines = textOf(comment).filter((line) => !line.startsWith("@"));
      if (lines.length <= linesBound) return;
      const message = `A comment before a function has at most ${linesBound} lines. This one has ${lines.length}.`;
      context.report({ loc: comment.loc, message });
    };
    return {
      Program() {
        /** @type {Comment | undefined} */
        let before;
        for (const comment of sourceCode.getAllComments()) {
          checkForm(context, comment, before);
          before = comment;
        }
      },
      FunctionDeclaration: (/** @type {any} */ node) => checkLines(statementOf(node)),
      TSDeclareFunction: (/** @type {any} */ node) => checkLines(statementOf(node)),
      MethodDefinition: checkLines,
      TSMethodSignature: checkLines,
      VariableDeclaration(/** @type {any} */ node) {
        if (isFunction(node.declarations[0]?.init)) checkLines(statementOf(node));
      },
      Property(/** @type {any} */ node) {
        if (isFunction(node.value)) checkLines(node);
      },
    };
  },
};

/** @param {any} context @param {Comment} comment @param {Comment | undefined} before */
function checkForm(context, comment, before) {
  const { start } = comment.loc;
  const widest = widthOf(context, comment);
  if (widest > columnsBound) {
    const message = `A comment has at most ${columnsBound} columns. This one has ${widest}.`;
    context.report({ loc: comment.loc, message });
  }
  const unplain = findUnplainWord(textOf(comment).join(" "));
  if (unplain !== null) context.report({ loc: comment.loc, message: unplain });
  // A line comment below another one continues it.
  const continues =
    comment.type === "Line" &&
    before?.type === "Line" &&
    before.loc.end.line === start.line - 1 &&
    before.loc.start.column === start.column;
  const [word] = refusedWord.exec(textOf(comment)[0] ?? "") ?? [];
  if (continues || word === undefined) return;
  context.report({
    loc: comment.loc,
    message: `A comment begins with its subject, not with "${word}".`,
  });
}

/** The columns of the widest line that a comment reaches into. @param {any} context @param {Comment} comment */
function widthOf({ sourceCode: { lines } }, { loc: { start, end } }) {
  const widths = lines
    .slice(start.line - 1, end.line - 1)
    .map((/** @type {string} */ line) => line.length);
  return Math.max(end.column, ...widths);
}

/** The lines of a comment that have words. @param {Comment} comment */
function textOf({ value }) {
  return value
    .split("\n")
    .map((line) => line.replace(/^[\s*]+/, "").trim())
    .filter((line) => line !== "");
}

/** The comment of an exported function stands before `export`. @param {any} node */
function statementOf(node) {
  return node.parent?.type === "ExportNamedDeclaration" ? node.parent : node;
}

/** @param {any} node */
function isFunction(node) {
  return node?.type === "ArrowFunctionExpression" || node?.type === "FunctionExpression";
}
