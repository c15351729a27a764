// @ts-check
import { readdir, readFile } from "node:fs/promises";
import { format } from "oxfmt";
import { parse } from "yaml";

const folder = "src/ingest/instruments";
const [begin, end] = [
  `<!-- Generated from ${folder} by \`npm run generate\`. -->`,
  "<!-- End of what is generated. -->",
];

/** Writes the table of instruments between two comments of a page. @param {string} path */
export async function generateInstrumentsTable(path) {
  const page = await readFile(path, "utf8");
  const [before, after] = [page.indexOf(begin), page.indexOf(end)];
  if (before === -1 || after === -1) throw new Error(`${path} has no place for the instruments`);
  const files = (await readdir(folder)).filter((name) => name.endsWith(".yaml")).toSorted();
  const rows = await Promise.all(files.map(rowOf));
  const table = ["| name | files | read | left out |", "| - | - | - | - |", ...rows].join("\n");
  const { code } = await format("page.md", table);
  return `${page.slice(0, before)}${begin}\n\n${code}\n${page.slice(after)}`;
}

/** @param {string} file */
async function rowOf(file) {
  const { about, column } = parse(await readFile(`${folder}/${file}`, "utf8"));
  const levels = Object.keys(column).filter((name) => name.startsWith("L"));
  const texts = [`${about.title}: ${about.files}`, levels.join(" "), about["left-out"]];
  const cells = texts.map((text) => text.replaceAll(/[*_|]/g, String.raw`\$&`));
  return `| ${[`\`${file.replace(".yaml", "")}\``, ...cells].join(" | ")} |`;
}
