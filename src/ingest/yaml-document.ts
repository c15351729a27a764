import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type YAMLMap,
} from "yaml";
import { weightings } from "#acoustics/levels/weighting.ts";

export type Path = readonly PropertyKey[];

export type ParsedYaml =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** Paths of levels with more than two decimals in the text: 70.10000000000000001 is the number 70.1. */
      readonly tooFineLevels: readonly Path[];
      /** The line of a member, or of the last member on its path that exists. */
      readonly lineOf: (path: Path) => number;
    }
  | {
      readonly ok: false;
      readonly issues: { readonly line: number; readonly message: string }[];
    };

/** Parses one YAML document, with the lines and the spelling of its values. Never throws. */
export function parseYaml(text: string): ParsedYaml {
  const lineCounter = new LineCounter();
  const lineAt = (offset: number) => lineCounter.linePos(offset).line;
  try {
    // The parser's own check for repeated keys compares each with each.
    const options = { lineCounter, prettyErrors: false, stringKeys: true, uniqueKeys: false };
    const document = parseDocument(text, options);
    const issues = [...document.errors, ...document.warnings].map(({ code, pos, message }) => ({
      line: lineAt(pos[0]),
      message:
        code === "MULTIPLE_DOCS"
          ? "a site file holds one document, not several"
          : message.slice(0, 200),
    }));
    if (issues.length > 0) return { ok: false, issues };
    const pairsByMap = new Map<YAMLMap, Map<string, Pair>>();
    const tooFineLevels: Path[] = [];
    for (const { path, pair, map } of pairsOf(document.contents, [])) {
      const key = keyOf(pair);
      const pairs = pairsByMap.get(map) ?? new Map<string, Pair>();
      pairsByMap.set(map, pairs);
      if (pairs.has(key)) {
        issues.push({ line: lineAt(offsetOf(pair.key) ?? 0), message: "Map keys must be unique" });
      }
      pairs.set(key, pair);
      if (weightings.some((weighting) => weighting === key) && isTooFine(pair.value, document)) {
        tooFineLevels.push(path);
      }
    }
    if (issues.length > 0) return { ok: false, issues };
    const lineOf = (path: Path) => lineAt(findOffset(document, pairsByMap, path));
    return { ok: true, value: document.toJS() as unknown, tooFineLevels, lineOf };
  } catch (error) {
    // Too many aliases, or nesting that is too deep.
    return { ok: false, issues: [{ line: 1, message: `cannot be read: ${String(error)}` }] };
  }
}

/** Every member of every map, with its path. Aliases are not followed. */
function* pairsOf(
  node: unknown,
  path: Path,
): Generator<{ readonly path: Path; readonly pair: Pair; readonly map: YAMLMap }> {
  if (isMap(node)) {
    for (const pair of node.items) {
      const pairPath = [...path, keyOf(pair)];
      yield { path: pairPath, pair, map: node };
      yield* pairsOf(pair.value, pairPath);
    }
  } else if (isSeq(node)) {
    for (const [index, item] of node.items.entries()) yield* pairsOf(item, [...path, index]);
  }
}

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

function findOffset(
  document: Document,
  pairsByMap: ReadonlyMap<YAMLMap, ReadonlyMap<string, Pair>>,
  path: Path,
): number {
  let node: unknown = document.contents;
  let offset = offsetOf(node) ?? 0;
  for (const step of path) {
    const parent = isAlias(node) ? node.resolve(document) : node;
    if (isMap(parent)) {
      const pair = pairsByMap.get(parent)?.get(String(step));
      offset = offsetOf(pair?.key) ?? offset;
      node = pair?.value;
    } else if (isSeq(parent)) {
      node = parent.items[Number(step)];
      offset = offsetOf(node) ?? offset;
    }
  }
  return offset;
}

function offsetOf(node: unknown): number | undefined {
  return (node as Node | null | undefined)?.range?.[0];
}

function keyOf({ key }: Pair): string {
  return isScalar(key) ? String(key.value) : "";
}
