import { isDeepStrictEqual } from "node:util";

/** A value that a command has changed or would change. Null: there is no value. */
export interface Change {
  /** The path, for a site file below the project: `limits.schedule[2].limit.A`, `sensors.dublin-noise-2.name`. */
  readonly path: string;
  readonly old: unknown;
  readonly new: unknown;
}

/**
 * The differences of two plain values, as deep as both have the same shape. An entry that was added to a list or
 * removed from it is one difference, with its index: the entries before and after it are not differences.
 */
export function compareValues(path: string, old: unknown, changed: unknown): Change[] {
  if (isDeepStrictEqual(old, changed)) return [];
  if (isMap(old) && isMap(changed)) {
    const names = new Set([...Object.keys(old), ...Object.keys(changed)]);
    return [...names].flatMap((name) =>
      compareValues(`${path}.${name}`, old[name] ?? null, changed[name] ?? null),
    );
  }
  if (isListOfMaps(old) && isListOfMaps(changed)) return compareLists(path, old, changed);
  return [{ path, old, new: changed }];
}

type PlainMap = Readonly<Record<string, unknown>>;

function compareLists(path: string, old: readonly PlainMap[], changed: readonly PlainMap[]) {
  const shorter = Math.min(old.length, changed.length);
  let before = 0;
  while (before < shorter && isDeepStrictEqual(old[before], changed[before])) before += 1;
  let after = 0;
  const isSameFromEnd = () =>
    isDeepStrictEqual(old[old.length - 1 - after], changed[changed.length - 1 - after]);
  while (after < shorter - before && isSameFromEnd()) after += 1;
  const [oldPart, newPart] = [old, changed].map((list) => list.slice(before, list.length - after));
  const length = Math.max(oldPart?.length ?? 0, newPart?.length ?? 0);
  return Array.from({ length }, (_, index) =>
    compareValues(`${path}[${before + index}]`, oldPart?.[index] ?? null, newPart?.[index] ?? null),
  ).flat();
}

function isMap(value: unknown): value is PlainMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isListOfMaps(value: unknown): value is PlainMap[] {
  return Array.isArray(value) && value.every(isMap);
}
