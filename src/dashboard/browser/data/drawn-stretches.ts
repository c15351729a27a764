import { secondOf } from "../time/local-time.ts";

interface ServedStretch {
  readonly startAt: string;
  readonly endAt: string;
}

/** Gaps and exclusions as plots draw them: in Unix seconds, the end excluded. */
export function drawnStretches<Stretch extends ServedStretch>(
  stretches: readonly Stretch[],
): (Stretch & { readonly first: number; readonly end: number })[] {
  return stretches.map((stretch) => ({
    ...stretch,
    first: secondOf(stretch.startAt),
    end: secondOf(stretch.endAt),
  }));
}
