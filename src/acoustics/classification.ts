/*
 * Programs write confidences with up to 17 digits, and small numbers with an exponent, so both are accepted.
 * Examples: `0.5`, `1.000`, `0.30000000000000004` and `9.5e-05` are confidences; `.5`, `0.`, `-0`, `1.5` and `5e1`
 * are not.
 */

/** Parses a confidence: a decimal from 0 to 1, both included, in at most 40 characters. Null for any other text. */
export function parseConfidence(text: string): number | null {
  if (text.length > 40 || !decimalPattern.test(text)) return null;
  const confidence = Number(text);
  return confidence <= confidences.highest ? confidence : null;
}

export const confidences = { lowest: 0, highest: 1 } as const;

const decimalPattern = /^[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** True if `text` can name a model or a label: 1 to 200 characters, not blank, no control characters. */
export function isClassificationName(text: string): boolean {
  return text.trim() !== "" && namePattern.test(text);
}

// The bound counts code points: 200 of 4 bytes each still fit into an index entry.
const namePattern = /^\P{Cc}{1,200}$/u;
