/** How often what was answered: random requests that are all refused would prove nothing. */
export interface Tally<Outcome> {
  add(outcome: Outcome): void;
  of(outcome: Outcome): number;
  readonly counts: ReadonlyMap<Outcome, number>;
}

export function tallyOf<Outcome extends string | number>(): Tally<Outcome> {
  const counts = new Map<Outcome, number>();
  const of = (outcome: Outcome) => counts.get(outcome) ?? 0;
  return { counts, of, add: (outcome) => counts.set(outcome, of(outcome) + 1) };
}

export function describeTally<Outcome extends string | number>({ counts }: Tally<Outcome>): string {
  return [...counts]
    .toSorted(([one], [other]) => String(one).localeCompare(String(other)))
    .map(([outcome, count]) => `${outcome} × ${count}`)
    .join(", ");
}
