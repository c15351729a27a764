import { expect, test } from "../support/expect.ts";
import { runLinter, skipWithoutLinter } from "./run-linter.ts";

const wide = "x".repeat(117);
const threeLines = "/**\n * One.\n * Two.\n * Three.\n */";
const fourLines = "/**\n * One.\n * Two.\n * Three.\n * Four.\n */";

const words = (text: string) => text.split(" ");

/** A text, and the line and the beginning of the message that the linter has for it; null: it is accepted. */
const plants: readonly (readonly [text: string, finding: readonly [number, string] | null])[] = [
  [`// ${wide}`, null],
  [`// ${wide}x`, [1, "A comment has at most 120 columns. This one has 121."]],
  [`/*\n * ${wide}\n * Short.\n */`, null],
  [`/*\n * ${wide}x\n * Short.\n */`, [1, "A comment has at most 120 columns. This one has 121."]],
  [`export const a = 1; // ${wide}`, [1, "A comment has at most 120 columns. This one has 140."]],
  ["// A limit.", null],
  ["// Whatever a client sends is refused.", null],
  ["// A sensor\n// of the site.", null],
  ...["What", "Of", "Where", "Whether", "Who", "Whose", "Which", "of"].map(
    (word) =>
      [`// ${word} it is.`, [1, `A comment begins with its subject, not with "${word}".`]] as const,
  ),
  ["/** Whether it is. */", [1, "A comment begins with its subject"]],
  ["/**\n * Whether it is.\n */", [1, "A comment begins with its subject"]],
  ["export const b = 1; // of a sensor", [1, "A comment begins with its subject"]],
  ["export const c = 1; // A sensor.\n// Where it is.", [2, "A comment begins with its subject"]],
  ...words(
    "told Tell tells telling ask asks asked asking alone owe owes owed settle settles settled settling soon grown lived uncarried",
  ).map((word) => [`// It has ${word}.`, [1, `"${word}" is not a plain word.`]] as const),
  ["/**\n * A limit\n * alone.\n */", [1, `"alone" is not a plain word. Write only.`]],
  ['// `ask` waits as soon as "told"; a long-lived task of the settler is standalone.', null],
  [`${threeLines}\nexport function f() {}`, null],
  ...[
    "function f() {}",
    "export function f() {}",
    "export async function f() {}",
    "export function f(): void;",
    "const f = () => 1;",
    "export const f = async () => 1;",
    "export const f = function () {};",
  ].map(
    (code) =>
      [
        `${fourLines}\n${code}`,
        [1, "A comment before a function has at most 3 lines. This one has 4."],
      ] as const,
  ),
  [`export interface A {\n${fourLines}\nf(): void;\n}`, [2, "A comment before a function"]],
  [`export class A {\n${fourLines}\nf(): void {}\n}`, [2, "A comment before a function"]],
  [`export const a = {\n${fourLines}\nf: () => 1,\n};`, [2, "A comment before a function"]],
  [`export const a = {\n${fourLines}\nf() {},\n};`, [2, "A comment before a function"]],
  [`${fourLines}\nexport interface A {}`, null],
  [`${fourLines}\nexport const a = 1;`, null],
  ["/**\n * One.\n * Two.\n *\n * Three.\n * @param {string} a\n */\nexport function f() {}", null],
];

test("the linter accepts comments of at most 120 columns in plain words that begin with their subject, and three lines before a function", () => {
  skipWithoutLinter();
  const files = new Map(
    plants.map(([text], index) => [`src/config/planted-${index}.ts`, `${text}\n`]),
  );
  const findings = runLinter(files, /comments\)/);
  const verdicts = plants.map(([text, expected], index) => {
    const [finding, ...others] = findings.filter(
      ({ file }) => file === `src/config/planted-${index}.ts`,
    );
    const { line = 0, message = "" } = finding ?? {};
    const isExpected = others.length === 0 && expected !== null && message.startsWith(expected[1]);
    return [text, finding === undefined ? null : [line, isExpected ? expected[1] : message]];
  });
  expect(verdicts).toEqual(plants);
});
