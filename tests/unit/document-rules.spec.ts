import { expect, test } from "../support/expect.ts";
import { findDocumentIssues, headingsIn } from "../../scripts/lint/document-rules.mjs";

test("a table cell has at most 160 characters, outside of blocks", () => {
  const row = (length: number) => `| a | ${"x".repeat(length)} |`;
  const text = [row(160), row(161), "```", row(161), "```", `| - | ${"-".repeat(161)} |`].join(
    "\n",
  );
  expect(findDocumentIssues(text, () => [])).toEqual([
    "line 2: A table cell has at most 160 characters.",
  ]);
});

test("a status at the start of a line begins no list", () => {
  const text = ["any other is", "", "421. On other addresses", "is 404. 1. One", "```", "400. "];
  expect(findDocumentIssues([...text, "```"].join("\n"), () => [])).toEqual([
    "line 3: The number begins a list.",
  ]);
});

test("a link names a file that is there, and one of its headings", () => {
  const headings = headingsIn(
    "# What runs, and is it well\n\n```sh\n# Comment\n```\n\n## P1. `Rules`\n",
  );
  expect(headings).toEqual(["what-runs-and-is-it-well", "p1-rules"]);
  const text = [
    "[a](there.md) [b](there.md#p1-rules) [c](#p1-rules) [d](https://example.org/#e)",
    "[e](gone.md) [f](there.md#comment) [g](#comment)",
  ].join("\n");
  const headingsOf = (path: string) => (path === "gone.md" ? null : headings);
  expect(findDocumentIssues(text, headingsOf)).toEqual([
    "gone.md leads nowhere.",
    "there.md#comment leads nowhere.",
    "#comment leads nowhere.",
  ]);
});
