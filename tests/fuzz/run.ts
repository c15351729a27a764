import { basename } from "node:path";
import fc from "fast-check";
import { test } from "playwright/test";

/*
 * FUZZ_CASES is the number of cases of all specs in this folder together. FUZZ_SEED repeats a run. FUZZ_SEED with the
 * FUZZ_PATH of a failure repeats only its smallest case.
 */
const { FUZZ_CASES = "600", FUZZ_SEED, FUZZ_PATH } = process.env;
const seed = FUZZ_SEED === undefined ? Math.trunc(Math.random() * 0x7fff_ffff) : Number(FUZZ_SEED);

/** The share of all cases, and the number of cases that are tried at once. */
export interface Portion {
  readonly share: number;
  readonly parallel: number;
}

/** Longer than a busy machine needs for the cases of `.ci/run`: it finds what hangs, and nothing that is slow. */
const mostMilliseconds = 600_000;

/**
 * Tries this share of the cases in parallel series, each with its own seed. Rejects with the smallest
 * failing case and the command that tries it again.
 */
export async function fuzz<Case>(
  { share, parallel }: Portion,
  cases: fc.Arbitrary<Case>,
  attempt: (each: Case) => Promise<void>,
): Promise<void> {
  test.setTimeout(mostMilliseconds + 10_000);
  const replayed = FUZZ_PATH !== undefined;
  const count = Math.ceil((Number(FUZZ_CASES) * share) / parallel);
  const startedAt = performance.now();
  let failed = false;
  let tried = 0;
  const runSeries = async (seriesSeed: number) => {
    const property = fc.asyncProperty(cases, async (each) => {
      if (failed) return;
      tried += 1;
      await attempt(each);
    });
    const details = await fc.check(property, {
      seed: seriesSeed,
      numRuns: replayed ? 1 : count,
      interruptAfterTimeLimit: mostMilliseconds,
      markInterruptAsFailure: true,
      ...(replayed ? { path: FUZZ_PATH } : {}),
    });
    const first = details.failed && !failed;
    failed ||= details.failed;
    return first ? explain(details) : [];
  };
  const seeds = replayed ? [seed] : Array.from({ length: parallel }, (_, index) => seed + index);
  const failures = (await Promise.all(seeds.map(runSeries))).flat();
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`FUZZ_SEED=${seed}: ${tried} cases in ${seconds.toFixed(1)} s`);
  if (failures.length > 0) throw new Error(failures.join("\n"));
}

function explain<Case>(details: fc.RunDetails<[Case]>): string[] {
  const { counterexample, counterexamplePath, errorInstance } = details;
  if (counterexample === null) return ["the cases took longer than they may"];
  const reason = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return [
    reason,
    `for ${fc.stringify(counterexample[0]).replaceAll(/(.)\1{60,}/g, "$1…")}`,
    `again: FUZZ_SEED=${details.seed} FUZZ_PATH=${counterexamplePath} npx playwright test fuzz/${basename(test.info().file)}`,
  ];
}
