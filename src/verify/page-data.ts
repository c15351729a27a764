import { type Operation, type Parameters, read, type Target } from "./check.ts";
import type { Json } from "./server-client.ts";

export const operations: readonly Operation[] = ["measurements", "events"];

/** The records of one page, without the instant of their limits, which differs between two requests. */
export async function dataOf(
  target: Target,
  parameters: Parameters,
  operation: Operation = "measurements",
): Promise<Json[]> {
  return withoutInstant((await read(target, target.page(parameters, operation))).data);
}

/** Two requests have two instants of recalculation. */
export function withoutInstant(records: readonly Json[]): Json[] {
  return records.map((record) => {
    const { limitRecalculatedAt: _, ...rest } = record;
    return rest;
  });
}

/** The Unix second of a record. */
export function secondOf({ datetime }: Json): number {
  return Date.parse(datetime) / 1000;
}

/** An instant so many milliseconds after another. */
export function instantAfter(instant: string, milliseconds: number): string {
  return new Date(Date.parse(instant) + milliseconds).toISOString();
}
