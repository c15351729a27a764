import { secondOf } from "../time/local-time.ts";

interface ServedStretch {
  readonly startAt: string;
  readonly endAt: string;
}

/** A stretch in Unix seconds, the end excluded. */
export type Drawn<Stretch> = Stretch & { readonly first: number; readonly end: number };

/** Gaps and exclusions as plots draw them: in Unix seconds, the end excluded. */
export function drawnStretches<Stretch extends ServedStretch>(
  stretches: readonly Stretch[],
): Drawn<Stretch>[] {
  return stretches.map((stretch) => ({
    ...stretch,
    first: secondOf(stretch.startAt),
    end: secondOf(stretch.endAt),
  }));
}

/** True if a second lies in one of some stretches. */
export function isInside(
  second: number,
  stretches: readonly { readonly first: number; readonly end: number }[],
): boolean {
  return stretches.some(({ first, end }) => first <= second && second < end);
}
