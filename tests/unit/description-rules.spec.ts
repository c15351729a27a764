import { expect, test } from "playwright/test";
import { findOpenApiIssues, findSchemaIssues } from "../../scripts/lint/description-rules.mjs";

const refused = (word: string) => `A description begins with its subject, not with "${word}".`;

test("descriptions of a schema are at most 120 columns wide and begin with their subject", () => {
  const texts = [
    `"Level."`,
    `"${"x".repeat(118)}"`,
    `"${"x".repeat(119)}"`,
    `"What it is."`,
    `"""\nWhether it is.\n"""`,
    `"""\nIt is.\nWhat else?\n"""`,
    `"""\nIt is.\n${"x".repeat(121)}\n"""`,
    `"Whatever it is."`,
  ];
  const schema = texts.map((text, index) => `${text}\nscalar S${index}\n`).join("");
  const member = `type T {\n  "Of a field."\n  a("Where it is." b: Int): Int\n}\n`;
  const described = `enum E {\n  "Who it is."\n  a\n}\ndirective @d("Whose it is." e: String = "What") on OBJECT\n`;
  expect(findSchemaIssues(schema + member + described)).toEqual([
    "line 5: A description has at most 120 columns.",
    `line 7: ${refused("What")}`,
    `line 9: ${refused("Whether")}`,
    "line 20: A description has at most 120 columns.",
    `line 26: ${refused("Of")}`,
    `line 27: ${refused("Where")}`,
    `line 30: ${refused("Who")}`,
    `line 33: ${refused("Whose")}`,
  ]);
});

test("descriptions and summaries of an OpenAPI document begin with their subject", () => {
  const document = {
    paths: { "/a": { get: { summary: "Whether it is.", description: "It is." } } },
    components: {
      schemas: { A: { properties: { description: { description: "What it is." }, what: "What" } } },
    },
    tags: [{ name: "What", description: "Which it is." }],
  };
  expect(findOpenApiIssues(document)).toEqual([
    `#/paths/~1a/get/summary: ${refused("Whether")}`,
    `#/components/schemas/A/properties/description/description: ${refused("What")}`,
    `#/tags/0/description: ${refused("Which")}`,
  ]);
});
