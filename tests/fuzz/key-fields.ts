import fc from "fast-check";
import type { Field } from "./client.ts";
import type { Site } from "./site.ts";

/** The key of a request, and the way in which it is written. */
export interface KeyUse {
  readonly keyName: string;
  readonly writing: string;
}

/** The ways to write a key that are right. */
const rightWritings = ["Bearer", "bearer", "BEARER"];

const wrongWritings: Readonly<Record<string, (key: string) => readonly string[]>> = {
  none: () => [],
  empty: () => [""],
  twice: (key) => [`Bearer ${key}`, `Bearer ${key}`],
  "the key alone": (key) => [key],
  Basic: (key) => [`Basic ${key}`],
  "without a space": (key) => [`Bearer${key}`],
  "two spaces": (key) => [`Bearer  ${key}`],
  "a tab": (key) => [`Bearer\t${key}`],
  "a list": (key) => [`Bearer ${key}, Bearer ${key}`],
  quoted: (key) => [`Bearer "${key}"`],
  cut: (key) => [`Bearer ${key.slice(0, -1)}`],
  longer: (key) => [`Bearer ${key}0`],
  "in lower case": (key) => [`Bearer ${key.toLowerCase()}`],
  "of a future version": (key) => [`Bearer ${key.replace("amk0", "amk1")}`],
  "very long": (key) => [`Bearer ${key.repeat(40)}`],
  "with another byte": (key) => [`Bearer ${key}\u00e9`],
};

export function keyUse({ keys }: Site): fc.Arbitrary<KeyUse> {
  return fc.record({
    keyName: fc.oneof(
      { weight: 5, arbitrary: fc.constant("full") },
      { weight: 2, arbitrary: fc.constantFrom(...Object.keys(keys)) },
    ),
    writing: fc.oneof(
      { weight: 10, arbitrary: fc.constantFrom(...rightWritings) },
      { weight: 1, arbitrary: fc.constantFrom(...Object.keys(wrongWritings)) },
    ),
  });
}

export function keyFields({ keys }: Site, { keyName, writing }: KeyUse): Field[] {
  const key = keys[keyName] ?? "";
  const values = wrongWritings[writing]?.(key) ?? [`${writing} ${key}`];
  return values.map((value) => ["svc-api-key", value]);
}

/** True if the key lets the request in. */
export function isLetIn({ keysInForce }: Site, { keyName, writing }: KeyUse): boolean {
  return keysInForce.has(keyName) && rightWritings.includes(writing);
}
