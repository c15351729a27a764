import { type Document, isAlias, isPair, isScalar, isSeq, type Node, type Pair, visit } from "yaml";
import { weightings } from "#acoustics/levels/weighting.ts";

/**
 * Paths of the levels that a site file writes with more than two decimals. Their text is looked at,
 * for their number may not tell: 70.10000000000000001 is the number 70.1, and 65.000 is 65.
 */
export function levelsWrittenTooFinely(document: Document.Parsed): (string | number)[][] {
  const paths: (string | number)[][] = [];
  visit(document, {
    Pair(_, pair, ancestors) {
      if (!weightings.some((weighting) => keyOf(pair) === weighting)) return;
      const value = isAlias(pair.value) ? pair.value.resolve(document) : pair.value;
      if (!isScalar(value) || typeof value.value !== "number") return;
      if (decimalsOf(value.source ?? "") > 2) paths.push(pathOf([...ancestors, pair]));
    },
  });
  return paths;
}

/** How many decimals a number has as it is written: 2 of 70.10, 3 of 7.0125e1, 0 of 0x46. */
function decimalsOf(text: string): number {
  const written = /^[-+]?[0-9]*\.?(?<fraction>[0-9]*)(?:[eE](?<exponent>[-+]?[0-9]+))?$/.exec(text);
  const { fraction = "", exponent = "0" } = written?.groups ?? {};
  return fraction.length - Number(exponent);
}

function pathOf(nodes: readonly (Document | Node | Pair)[]): (string | number)[] {
  return nodes.flatMap((node, depth): (string | number)[] => {
    if (isPair(node)) return [keyOf(node)];
    return isSeq(node) ? [node.items.indexOf(nodes[depth + 1])] : [];
  });
}

function keyOf({ key }: Pair): string {
  return isScalar(key) ? String(key.value) : "";
}
