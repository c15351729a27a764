/**
 * How sure a model is of what it heard: a decimal from 0 to 1, both inside, in at most 40 characters,
 * read as the nearest number of double precision. Programs write such numbers with up to 17 digits, and
 * small ones with an exponent: `0.5`, `1.000`, `0.30000000000000004` and `9.5e-05` are confidences; `.5`,
 * `0.`, `-0`, `1.5` and `5e1` are none.
 *
 * A confidence reaches a minimum that it equals. Of several labels the most confident is served, and
 * of equally confident ones the first by its bytes.
 */
export function parseConfidence(text: string): number | null {
  if (text.length > 40 || !decimalPattern.test(text)) return null;
  const confidence = Number(text);
  return confidence <= confidences.highest ? confidence : null;
}

export const confidences = { lowest: 0, highest: 1 } as const;

const decimalPattern = /^[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** The name of a model or a label: text that is not blank, without controls, of 1 to 200 characters. */
export function isClassificationName(text: string): boolean {
  return text.trim() !== "" && namePattern.test(text);
}

// Code points: all of 4 bytes, they are still short enough for the key of an index.
const namePattern = /^\P{Cc}{1,200}$/u;
