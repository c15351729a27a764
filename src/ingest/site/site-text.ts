import { Document, isMap, isScalar, isSeq, visit } from "yaml";
import type { StoredSite } from "../../database/queries/sites/stored-site.ts";
import { formatIssue, parseSiteFile } from "./site-file.ts";
import { writeWholeSite, type Written } from "./written-site.ts";

/** A site file, and the issues that `apply` would report: a project may have more sensors than a file may list. */
export interface SiteText {
  readonly text: string;
  readonly issues: readonly string[];
}

/** The site file (YAML) of a stored site. The same configuration always has the same text. */
export function formatSite(site: StoredSite): SiteText {
  const text = formatProject(writeWholeSite(site));
  const parsed = parseSiteFile(text, `${site.id}.yaml`);
  return { text, issues: parsed.ok ? [] : parsed.issues.map(formatIssue) };
}

function formatProject(project: Written): string {
  // Parsers of YAML 1.1 would read an unquoted clock time as a number.
  const options = { aliasDuplicateObjects: false, compat: "yaml-1.1" };
  const document = new Document({ project }, options);
  writeSmallMapsOnOneLine(document);
  quoteBlankTexts(document);
  return document.toString({ lineWidth: 0 });
}

/** Writes small maps on one line, as the examples of site files do. */
function writeSmallMapsOnOneLine(document: Document): void {
  visit(document, {
    Pair: (_, { key, value }) => {
      const name = isScalar(key) ? key.value : null;
      if (isMap(value) && smallMaps.has(name)) value.flow = true;
      if (isSeq(value) && value.items.every((item) => isScalar(item))) value.flow = true;
      if (!isSeq(value) || !listsOfSmallMaps.has(name)) return;
      for (const item of value.items) if (isMap(item)) item.flow = true;
    },
  });
}

/** The library would write blank lines as a block, and then parse another text from it. */
function quoteBlankTexts(document: Document): void {
  visit(document, {
    Scalar: (_, scalar) => {
      if (typeof scalar.value === "string" && scalar.value.trim() === "") {
        scalar.type = "QUOTE_DOUBLE";
      }
    },
  });
}

const smallMaps = new Set<unknown>([
  "location",
  "contract",
  "default",
  "classification",
  "periods",
  "retention",
  "over",
  "permit",
  "microphone",
]);

const listsOfSmallMaps = new Set<unknown>([
  "holidays",
  "schedule",
  "exceptions",
  "adjustments",
  "calibrations",
]);
