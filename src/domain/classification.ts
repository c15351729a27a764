/**
 * How sure a model is of what it heard: a decimal from 0 to 1, both inside, with at most 15 decimals,
 * so that a JSON number holds exactly what was written. `0.5` and `1.000` are confidences; `.5`, `1.5`,
 * `5e-1`, `00.5` and `0.` are none.
 *
 * A confidence reaches a minimum that it equals. Of several labels the most confident is served, and
 * of equally confident ones the first by its bytes.
 */
export function parseConfidence(text: string): number | null {
  return confidencePattern.test(text) ? Number(text) : null;
}

const confidencePattern = /^(?:0(?:\.[0-9]{1,15})?|1(?:\.0{1,15})?)$/;

/** The name of a model or a label: text that is not blank, without controls, of 1 to 200 characters. */
export function isClassificationName(text: string): boolean {
  return text.trim() !== "" && namePattern.test(text);
}

// Code points: all of 4 bytes, they are still short enough for the key of an index.
const namePattern = /^\P{Cc}{1,200}$/u;
