import { expect, test } from "../support/expect.ts";
import { findOpenApiIssues, findSchemaIssues } from "../../scripts/lint/description-rules.mjs";

const refused = (word: string) => `A description begins with its subject, not with "${word}".`;

test("descriptions of a schema are at most 120 columns wide, begin with their subject and use plain words", () => {
  const texts = [
    `"Level."`,
    `"${"x".repeat(118)}"`,
    `"${"x".repeat(119)}"`,
    `"What it is."`,
    `"""\nWhether it is.\n"""`,
    `"""\nIt is.\nWhat else?\n"""`,
    `"""\nIt is.\n${"x".repeat(121)}\n"""`,
    `"Whatever it is."`,
    `"A level alone."`,
  ];
  const schema = texts.map((text, index) => `${text}\nscalar S${index}\n`).join("");
  const member = `type T {\n  "Of a field."\n  a("Where it is." b: Int): Int\n}\n`;
  const described = `enum E {\n  "Who it is."\n  a\n}\ndirective @d("Whose it is." e: String = "What") on OBJECT\n`;
  expect(findSchemaIssues(schema + member + described)).toEqual([
    "line 5: A description has at most 120 columns.",
    `line 7: ${refused("What")}`,
    `line 9: ${refused("Whether")}`,
    "line 20: A description has at most 120 columns.",
    `line 25: "alone" is not a plain word. Write only.`,
    `line 28: ${refused("Of")}`,
    `line 29: ${refused("Where")}`,
    `line 32: ${refused("Who")}`,
    `line 35: ${refused("Whose")}`,
  ]);
});

test("descriptions and summaries of an OpenAPI document begin with their subject and use plain words", () => {
  const document = {
    paths: { "/a": { get: { summary: "Whether it is.", description: "It is told." } } },
    components: {
      schemas: { A: { properties: { description: { description: "What it is." }, what: "What" } } },
    },
    tags: [{ name: "What", description: "Which it is." }],
  };
  expect(findOpenApiIssues(document)).toEqual([
    `#/paths/~1a/get/summary: ${refused("Whether")}`,
    `#/paths/~1a/get/description: "told" is not a plain word. Write report, return, show or distinguish.`,
    `#/components/schemas/A/properties/description/description: ${refused("What")}`,
    `#/tags/0/description: ${refused("Which")}`,
  ]);
});
