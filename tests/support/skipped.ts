import type { Reporter, TestCase } from "playwright/types/testReporter";

/** Tells why a test was skipped, which the reporters of the runner do not. */
export default class Skipped implements Reporter {
  readonly #told = new Set<string>();

  onTestEnd({ title, annotations }: TestCase): void {
    for (const { type, description } of annotations) {
      if (type !== "skip" || description === undefined) continue;
      const line = `skipped: ${title}: ${description}`;
      if (!this.#told.has(line)) console.log(`\n${line}`);
      this.#told.add(line);
    }
  }

  printsToStdio(): boolean {
    return false;
  }
}
