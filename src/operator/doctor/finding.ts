/** The result of one check of `acoustic doctor`. A failure or warning has the remedy. */
export interface Finding {
  readonly check: string;
  readonly state: "ok" | "warning" | "failure";
  readonly text: string;
}

/** Creates the findings of one check. */
export function findingsOf(check: string) {
  const finding = (state: Finding["state"]) => (text: string) => ({ check, state, text }) as const;
  return { ok: finding("ok"), warning: finding("warning"), failure: finding("failure") };
}

/** The first entries of a list, and the number of the others. */
export function listSome(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(", ");
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}
