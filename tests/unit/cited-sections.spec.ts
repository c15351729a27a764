import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageFile } from "../../src/system/package-files.ts";
import { expect, test } from "../support/test.ts";

test("each section of docs/contract.md that code or tests cite is there", () => {
  const headings = readFileSync(packageFile("docs/contract.md"), "utf8").matchAll(
    /^##+ ([0-9](?:\.[0-9])?|[AP][0-9]+)\.? /gm,
  );
  const sections = new Set([...headings].map(([, section]) => section));
  const cited = citations.flatMap(({ file, text }) =>
    [...text.matchAll(/docs\/contract\.md, ((?:[0-9AP][0-9.]*(?:, | and )?)+)/g)].flatMap(
      ([, list = ""]) =>
        list
          .split(/, | and /)
          .filter((part) => part !== "")
          .map((part) => ({ file, section: part.replace(/\.$/, "") })),
    ),
  );
  expect(cited.filter(({ section }) => !sections.has(section))).toEqual([]);
  expect(cited.length).toBeGreaterThan(30);
});

test("no code or test cites a document that is not in the repository", () => {
  const others =
    /\b(?:contract|specification|assessment), (?:section )?(?:[1-7]\b|[AP][0-9])|section [0-9.]+ of the (?:contract|specification)/i;
  expect(citations.filter(({ text }) => others.test(text)).map(({ file }) => file)).toEqual([]);
});

/** Clients are made and removed in `interop` by other tests at the same time. */
const foldersOfTests = readdirSync(packageFile("tests"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== "interop")
  .map(({ name }) => `tests/${name}`);

/** The texts of code and tests, with comments that go over several lines as one line. */
const citations = ["src", ...foldersOfTests, "scripts", "bench"]
  .flatMap((folder) => readdirSync(packageFile(folder), { recursive: true, withFileTypes: true }))
  .filter(
    ({ name, parentPath }) =>
      /\.(?:ts|tsx|mjs)$/.test(name) && !/node_modules|dist/.test(parentPath),
  )
  .filter(({ name }) => name !== "cited-sections.spec.ts")
  .map(({ name, parentPath }) => ({
    file: name,
    text: readFileSync(join(parentPath, name), "utf8").replaceAll(/\n\s*(?:\*|\/\/) /g, " "),
  }));
