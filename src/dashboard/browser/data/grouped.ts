/** A list in parts of a length; the last may be shorter. */
export function chunksOf<Item>(items: readonly Item[], length: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / length) }, (_, index) =>
    items.slice(index * length, (index + 1) * length),
  );
}

/** Items by a key, in the order in which their keys come first. */
export function grouped<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Items in which neighbours are one where `joined` makes one of them. */
export function merged<Item>(
  items: readonly Item[],
  joined: (before: Item, item: Item) => Item | null,
): Item[] {
  const result: Item[] = [];
  for (const item of items) {
    const before = result.at(-1);
    const one = before === undefined ? null : joined(before, item);
    if (one === null) result.push(item);
    else result.splice(-1, 1, one);
  }
  return result;
}
