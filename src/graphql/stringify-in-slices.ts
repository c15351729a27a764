import { runInSlices } from "#operations/in-slices.ts";

/**
 * The text that `JSON.stringify` gives, in UTF-8, made without holding the thread for long: a large answer
 * has tens of megabytes. `value` is plain data; a member that is `undefined`, as a compiled document has it for a field
 * that `@include` or `@skip` leaves out, is no member. Rejects with the signal's reason if that is aborted first.
 */
export function stringifyInSlices(value: unknown, signal: AbortSignal): Promise<Buffer> {
  return runInSlices(signal, joinPieces(value));
}

function* joinPieces(value: unknown): Generator<void, Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for (const text of piecesOf(value)) {
    const piece = Buffer.from(text);
    pieces.push(piece);
    length += piece.length;
    yield;
  }
  const whole = Buffer.allocUnsafe(length);
  let end = 0;
  for (const piece of pieces) {
    end += piece.copy(whole, end);
    yield;
  }
  return whole;
}

/** Texts that are the JSON of a value when they are joined; each is of a small part of it. */
function* piecesOf(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null || isSmall(value)) yield JSON.stringify(value);
  else if (Array.isArray(value)) {
    for (let start = 0; start < value.length; start += itemsAtOnce) {
      const items: readonly unknown[] = value.slice(start, start + itemsAtOnce);
      if (start > 0) yield ",";
      else yield "[";
      if (isSmall(items)) yield JSON.stringify(items).slice(1, -1);
      else
        for (const [index, item] of items.entries()) {
          if (index > 0) yield ",";
          yield* piecesOf(item);
        }
    }
    yield "]";
  } else {
    let separator = "";
    yield "{";
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue;
      yield `${separator}${JSON.stringify(name)}:`;
      yield* piecesOf(member);
      separator = ",";
    }
    yield "}";
  }
}

/** Whether a list or an object holds so few values that it is written in one go. */
function isSmall(container: object): boolean {
  return countValues(container, valuesAtOnce) <= valuesAtOnce;
}

/** How many values a list or an object holds; any number above `atMost` if there are more. The object has no inherited members. */
function countValues(container: object, atMost: number): number {
  let count = 0;
  // Most values are no objects. A call for each, or a list of the values of an object, would take longer than all else.
  if (Array.isArray(container)) {
    for (const value of container) {
      count += 1;
      if (typeof value === "object" && value !== null) count += countValues(value, atMost - count);
      if (count > atMost) break;
    }
  } else {
    for (const name in container) {
      const value: unknown = container[name as keyof typeof container];
      count += 1;
      if (typeof value === "object" && value !== null) count += countValues(value, atMost - count);
      if (count > atMost) break;
    }
  }
  return count;
}

/** A page of records has some twenty values in each. */
const itemsAtOnce = 100;
const valuesAtOnce = 5000;
