import type { Reporter, TestCase } from "playwright/types/testReporter";

/** Prints why a test was skipped; the reporters of the runner do not. */
export default class Skipped implements Reporter {
  readonly #printed = new Set<string>();

  onTestEnd({ title, annotations }: TestCase): void {
    for (const { type, description } of annotations) {
      if (type !== "skip" || description === undefined) continue;
      const line = `skipped: ${title}: ${description}`;
      if (!this.#printed.has(line)) console.log(`\n${line}`);
      this.#printed.add(line);
    }
  }

  printsToStdio(): boolean {
    return false;
  }
}
