import type { FieldNode } from "graphql";
import { RequestError } from "../../http/requests/request-error.ts";
import { runInSlices } from "../../operations/in-slices.ts";
import { documentBounds } from "./document-bounds.ts";
import type { Cost } from "./document-cost.ts";

export type RequestBounds = ReturnType<typeof createRequestBounds>;

/** A request with more errors is refused as a whole. */
export const errorsPerRequest = 100;

/** A call costs some ten microseconds. */
const callsPerTurn = 500;

/** Compiled code needs half a microsecond for a value, and does not pause. */
const valuesByCompiledCode = 60_000;

/** The interpreter needs some microseconds for a value. */
const valuesPerTurn = 2000;
/** A list of fewer values is executed at once. */
const valuesAtOnce = 500;

/**
 * The bounds of one GraphQL request while it is executed: values of its answer, objects and lists that are read,
 * errors, and calls of resolvers without a pause (docs/contract.md, 2.2 and 5). A request beyond a bound is refused as
 * a whole.
 */
export function createRequestBounds(signal: AbortSignal) {
  let values = 0;
  let reads = 0;
  let errors = 0;
  let calls = 0;
  let turn: Promise<void> | null = null;
  let lastTurn = Promise.resolve();
  let refusal: RequestError | null = null;
  let first: unknown = null;
  let valuesCompiled = 0;
  let needsInterpreter = false;
  const costs = new Map<string, Cost>();
  // Each request has its own: what waits for it is freed with the request.
  const pending = new Promise<never>(() => undefined);
  // The next turn is requested when the one before has begun: turns that are requested together would begin together.
  const nextTurn = () => {
    lastTurn = lastTurn.then(() => runInSlices(signal, oneStep())).catch(() => pending);
    return lastTurn;
  };
  return {
    /** True when the request is refused as a whole: no further field needs to be read. */
    get isRefused() {
      return refusal !== null;
    },
    /** Counts values of the answer, and objects and lists to be read. Throws `invalid_request` beyond a bound. */
    countCost(cost: Pick<Cost, "values" | "reads">) {
      values += cost.values;
      reads += cost.reads;
      if (values > documentBounds.cost) refusal ??= tooManyValues;
      if (reads > documentBounds.reads) refusal ??= tooManyReads;
      if (refusal !== null) throw refusal;
    },
    /** Null, or for an aborted request a promise that stays pending: nobody reads the error of a field. */
    get pending() {
      return signal.aborted ? pending : null;
    },
    /** Counts the error of a field. */
    countError(error: unknown) {
      errors += 1;
      first ??= error;
      if (errors > errorsPerRequest) refusal ??= tooManyErrors(first);
    },
    /**
     * Counts the call of a resolver. Null, or a promise that resolves in the turn of the event loop in which the call
     * may run.
     */
    countCall(): Promise<void> | null {
      calls += 1;
      if (calls % callsPerTurn === 0) turn = nextTurn();
      return turn;
    },
    /**
     * The items of a list for the interpreter. The items of a long list, with this number of values each, are spread
     * over several turns. The items of an aborted request stay pending.
     */
    spreadItems<Item>(
      items: readonly Item[],
      valuesEach: number,
    ): readonly (Item | Promise<Item>)[] {
      if (items.length * valuesEach <= valuesAtOnce) return items;
      const perTurn = Math.ceil(valuesPerTurn / valuesEach);
      let itemTurn: Promise<void>;
      return items.map((item, index) => {
        if (index % perTurn === 0) itemTurn = nextTurn();
        return itemTurn.then(() => item);
      });
    },
    /** The cost of an item of a list that the nodes of a field select; it is computed once for the same nodes. */
    costOfItem(nodes: readonly FieldNode[], compute: () => Cost): Cost {
      // A fragment may be one of several nodes that select the items.
      const name = nodes.map(({ loc }) => loc?.start).join();
      const known = costs.get(name) ?? compute();
      costs.set(name, known);
      return known;
    },
    /** True when compiled code has reached so many values that the document must be interpreted, in turns. */
    get needsInterpreter() {
      return needsInterpreter;
    },
    /**
     * Throws if compiled code would block the thread for too long with the items of a list. Pages are resolved one by
     * one.
     */
    requireInterpreter(valuesOfList: number, isPage: boolean) {
      if (!isPage) valuesCompiled += valuesOfList;
      if ((isPage ? valuesOfList : valuesCompiled) <= valuesByCompiledCode) return;
      needsInterpreter = true;
      refusal ??= tooManyValues;
      throw refusal;
    },
    /** Throws the error with which the request is refused as a whole. */
    requireNotExceeded() {
      if (refusal !== null) throw refusal;
    },
  };
}

const tooManyReads = RequestError.tooMuch(
  `A request may read at most ${documentBounds.reads.toLocaleString("en")} fields of objects and lists: request fewer fields or fewer sensors at once.`,
);

function* oneStep(): Generator<void, void> {
  yield;
}

const tooManyValues = RequestError.tooMuch(
  `An answer may have at most ${documentBounds.cost.toLocaleString("en")} values: request fewer fields, smaller pages or fewer sensors at once.`,
);

/** Refuses the request with the code of its first error. */
function tooManyErrors(first: unknown): RequestError {
  const known = first instanceof RequestError ? first : RequestError.of("unavailable", first);
  return known.withDetail(textOfTooManyErrors(known.message));
}

/** The text of a refusal for too many errors, with the text of the first one. */
export function textOfTooManyErrors(first: string): string {
  return `A request with more than ${errorsPerRequest} errors is refused as a whole. The first error: ${first}`;
}
