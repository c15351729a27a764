import { oneOrMany } from "./say.ts";
import { fill, spoken, type Words } from "./words.ts";

/** A text of a report in its language, whose words are there before it is shown. */
export function say(name: keyof Words, values?: Readonly<Record<string, string | number>>): string {
  if (spoken.value === null) throw new Error("a report is shown with its words");
  return fill(spoken.value[name], values);
}

type Counted =
  | "gaps"
  | "gaps.line"
  | "episodes"
  | "exceedances"
  | "sensors"
  | "answer.more"
  | "answer.unread";

/** `1 gap`, `3 gaps`: `text` is that of the count. */
export function sayCount(
  name: Counted,
  count: number,
  text: string,
  values: Readonly<Record<string, string>> = {},
): string {
  return say(`${name}.${oneOrMany(count)}`, { ...values, count: text });
}
