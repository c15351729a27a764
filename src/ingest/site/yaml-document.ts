import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  parseDocument,
  Parser,
} from "yaml";
import { weightings } from "../../acoustics/levels/weighting.ts";

export type Path = readonly PropertyKey[];

export type ParsedYaml =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** Levels written with more than two decimals: 70.10000000000000001 is the number 70.1. */
      readonly tooFineLevels: readonly Path[];
      /** The line of a member, or of the last member on its path that exists. */
      readonly lineOf: (path: Path) => number;
      /** A number as it is written: 0.0 is the number 0. Undefined for other values. */
      readonly numberText: (path: Path) => string | undefined;
    }
  | {
      readonly ok: false;
      readonly issues: { readonly line: number; readonly message: string }[];
    };

/** Parses one YAML document, with the lines and the spelling of its values. Never throws. */
export function parseYaml(text: string): ParsedYaml {
  try {
    return parse(text);
  } catch (error) {
    // Too many aliases, or nesting that is too deep.
    return { ok: false, issues: [{ line: 1, message: `cannot be read: ${String(error)}` }] };
  }
}

function parse(text: string): ParsedYaml {
  const lineCounter = new LineCounter();
  const deepLine = findDeepLine(text);
  if (deepLine !== null) {
    const message = `has more than ${deepest} collections inside each other`;
    return { ok: false, issues: [{ line: deepLine, message }] };
  }
  // `uniqueKeys` compares all pairs of keys; in a large map this lasts minutes.
  const options = { lineCounter, prettyErrors: false, stringKeys: true, uniqueKeys: false };
  const document = parseDocument(text, options);
  const lineAt = (offset: number) => lineCounter.linePos(offset).line;
  const issues = [...document.errors, ...document.warnings].map(({ code, pos, message }) => ({
    line: lineAt(pos[0]),
    message:
      code === "MULTIPLE_DOCS"
        ? "a site file holds one document, not several"
        : message.slice(0, 200),
  }));
  if (issues.length > 0) return { ok: false, issues };

  const firstLine = lineAt(startOf(document.contents));
  const lines = new Map<string, number>();
  const tooFineLevels: Path[] = [];
  for (const { path, start, value } of membersOf(document.contents, [])) {
    const line = lineAt(start);
    const name = JSON.stringify(path);
    if (lines.has(name)) issues.push({ line, message: "Map keys must be unique" });
    lines.set(name, line);
    if (isLevel(path.at(-1)) && isTooFine(value, document)) tooFineLevels.push(path);
  }
  if (issues.length > 0) return { ok: false, issues };
  const lineOf = (path: Path): number =>
    lines.get(JSON.stringify(path)) ?? (path.length === 0 ? firstLine : lineOf(path.slice(0, -1)));
  const numberText = (path: Path) => {
    const node = document.getIn(path, true);
    return isScalar(node) && typeof node.value === "number" ? node.source : undefined;
  };
  return { ok: true, value: document.toJS() as unknown, tooFineLevels, lineOf, numberText };
}

/** A site file has some ten. */
const deepest = 100;

/** The line of the first collection that is too deep; null: none. The library composes each inside the one around. */
function findDeepLine(text: string): number | null {
  const parser = new Parser();
  let line = 1;
  for (const lexeme of new Lexer().lex(text)) {
    Array.from(parser.next(lexeme));
    if (parser.stack.length > 2 * deepest) return line;
    line += lexeme.split("\n").length - 1;
  }
  return null;
}

interface Member {
  readonly path: Path;
  /** Offset in the text: of the key in a map, of the value in a list. */
  readonly start: number;
  readonly value: unknown;
}

/** All members of a node, at any depth. Aliases are not followed. */
function* membersOf(node: unknown, path: Path): Generator<Member> {
  const members: Member[] = [];
  if (isMap(node)) {
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? String(key.value) : "";
      members.push({ path: [...path, name], start: startOf(key), value });
    }
  } else if (isSeq(node)) {
    for (const [index, value] of node.items.entries()) {
      members.push({ path: [...path, index], start: startOf(value), value });
    }
  }
  for (const member of members) {
    yield member;
    yield* membersOf(member.value, member.path);
  }
}

function startOf(node: unknown): number {
  return (node as { range?: [number, number, number] } | null)?.range?.[0] ?? 0;
}

function isLevel(step: PropertyKey | undefined): boolean {
  return levelNames.has(step);
}

/** Members that are levels if they are numbers. */
const levelNames = new Set<PropertyKey | undefined>([...weightings, "limit", "add", "level"]);

function isTooFine(node: unknown, document: Document): boolean {
  const value = isAlias(node) ? node.resolve(document) : node;
  return isScalar(value) && typeof value.value === "number" && decimalsOf(value.source ?? "") > 2;
}

/** The number of decimals in the text of a number: 2 in 70.10, 3 in 7.0125e1, 0 in 0x46. */
function decimalsOf(text: string): number {
  const written = /^[-+]?[0-9]*\.?(?<fraction>[0-9]*)(?:[eE](?<exponent>[-+]?[0-9]+))?$/.exec(text);
  const { fraction = "", exponent = "0" } = written?.groups ?? {};
  return fraction.length - Number(exponent);
}
