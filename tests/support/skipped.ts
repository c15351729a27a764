import { existsSync } from "node:fs";
import type { FullConfig, Reporter, Suite, TestCase } from "playwright/types/testReporter";

/**
 * Prints at the end how many tests were skipped for each reason, and which projects were left out; the reporters of
 * the runner do not.
 */
export default class Skipped implements Reporter {
  readonly #titles = new Map<string, string[]>();
  #leftOut: readonly string[] = [];

  onBegin({ projects }: FullConfig, { suites }: Suite): void {
    const chosen = new Set(suites.map((suite) => suite.project()?.name));
    this.#leftOut = projects.map(({ name }) => name).filter((name) => !chosen.has(name));
  }

  onTestEnd({ title, annotations }: TestCase): void {
    for (const { type, description } of annotations) {
      if (type !== "skip" || description === undefined) continue;
      this.#titles.set(description, [...(this.#titles.get(description) ?? []), title]);
    }
  }

  onEnd(): void {
    if (!process.env["CITUS_URL"]) {
      console.log(
        "\nskipped: CITUS_URL names no coordinator: api, graphql, database and cli on Citus, with each SQL text",
      );
    }
    if (!existsSync("tests/interop/node_modules")) {
      console.log("\nskipped: tests/interop is not installed: npm ci --prefix tests/interop");
    }
    if (this.#leftOut.length > 0) {
      console.log(`\nleft out: ${this.#leftOut.join(", ")}; npm run test:all runs every project`);
    }
    for (const [reason, titles] of this.#titles) {
      const first =
        titles.length === 1 ? titles[0] : `${titles.length} tests, such as ${titles[0]}`;
      console.log(`\nskipped: ${reason}: ${first}`);
    }
  }

  printsToStdio(): boolean {
    return false;
  }
}
