import page from "./page.json" with { type: "json" };
import { fill, spoken } from "./words.ts";

/** The form of a text that depends on a count. */
export const oneOrMany = (count: number) => (count === 1 ? "one" : "many");

/** A text that reports and other views share; `{name}` is that of `values`. */
export function say(
  name: keyof typeof page,
  values?: Readonly<Record<string, string | number>>,
): string {
  return fill((spoken.value ?? page)[name], values);
}
