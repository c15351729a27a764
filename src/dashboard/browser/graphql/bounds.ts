import { transport } from "./transport.ts";

/** The bounds of a request that a view keeps to, by their names in the description of the schema. */
export interface Bounds {
  readonly records: number;
  readonly trustedValues: number;
}

let known: Promise<Bounds> | null = null;

/**
 * The bounds of the server, which are read once. None are known without an answer: a request that is refused is then
 * repeated in halves, and the next view reads them again.
 */
export function readBounds(): Promise<Bounds> {
  known ??= read().catch(() => {
    known = null;
    return { records: Infinity, trustedValues: Infinity };
  });
  return known;
}

async function read(): Promise<Bounds> {
  const response = await transport.fetch("/schema.graphql");
  return boundsOf(await response.text());
}

/** The bounds that the text of a schema names, such as `records` 100000. */
export function boundsOf(schema: string): Bounds {
  const named = (name: string) => {
    const found = new RegExp(`\`${name}\` (\\d+)`).exec(schema)?.[1];
    if (found === undefined) throw new TypeError(`the schema names no bound ${name}`);
    return Number(found);
  };
  return { records: named("records"), trustedValues: named("trustedValues") };
}
