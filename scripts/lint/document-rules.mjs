// @ts-check

/**
 * The issues of a document: table cells that are too wide to read, statuses that are shown as lists, and links that
 * lead nowhere. The formatter wraps prose. `headingsOf` returns the headings of a document, or null if there is none.
 *
 * @param {string} text
 * @param {(path: string) => readonly string[] | null} headingsOf
 * @returns {string[]}
 */
export function findDocumentIssues(text, headingsOf) {
  const lines = withoutBlocks(text);
  return [
    ...lines.flatMap((line, index) =>
      cellsOf(line)
        .filter((cell) => cell.length > widestCell)
        .map(() => `line ${index + 1}: A table cell has at most ${widestCell} characters.`),
    ),
    ...lines.flatMap((line, index) =>
      /^\s*\d{3}\. /.test(line) ? [`line ${index + 1}: The number begins a list.`] : [],
    ),
    ...linksIn(lines.join("\n"))
      .filter((link) => !leadsSomewhere(link, headingsOf))
      .map((link) => `${link} leads nowhere.`),
  ];
}

const widestCell = 160;

/** The headings of a document, as links name them. @param {string} text */
export function headingsIn(text) {
  return withoutBlocks(text).flatMap((line) => {
    const heading = /^#+ (?<words>.+)$/.exec(line)?.groups?.["words"];
    if (heading === undefined) return [];
    return [
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    ];
  });
}

/** The lines of a document; those of its blocks are empty. @param {string} text */
function withoutBlocks(text) {
  return text.replaceAll(/^```.*?^```$/gms, (block) => block.replaceAll(/[^\n]/g, "")).split("\n");
}

/** @param {string} line */
function cellsOf(line) {
  const isRow = line.startsWith("|") && !/^[|\s:-]+$/.test(line);
  return isRow ? line.split(/(?<!\\)\|/).map((cell) => cell.trim()) : [];
}

/** @param {string} text */
function linksIn(text) {
  return Array.from(
    text.matchAll(/\]\((?<link>[^)\s]+)\)/g),
    ({ groups }) => groups?.["link"] ?? "",
  );
}

/** @param {string} link @param {(path: string) => readonly string[] | null} headingsOf */
function leadsSomewhere(link, headingsOf) {
  if (/^[a-z]+:/.test(link)) return true;
  const [path = "", heading] = link.split("#");
  const headings = headingsOf(path);
  return headings !== null && (heading === undefined || headings.includes(heading));
}
