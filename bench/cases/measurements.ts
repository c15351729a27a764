import { comparePair, served } from "../compare.ts";
import { memoryOf, publicTarget } from "../servers.ts";
import type { Bar, Figure, Work } from "../work.ts";
import { choosePages } from "../site.ts";

const nodeMajor = Number(process.versions.node.split(".")[0]);
export const measurements288 = comparePages(288, ["≥", nodeMajor >= 26 ? 1.2 : 1.1]);
export const measurements2000 = comparePages(2000, ["≥", 1.3]);

/** Pages, compared with those of a handler written by hand; and the memory of the gateway under them. */
function comparePages(limit: number, bar: Bar): Work {
  const name = `measurements-${limit}`;
  return {
    name,
    summary: `pages of ${limit} samples over REST, compared with the baseline`,
    async run(bench) {
      const { gateway, baseline, pace, size } = bench;
      const requests = choosePages(limit, size);
      const sides = [
        served("gateway", gateway, publicTarget(gateway, bench, requests)),
        served("baseline", baseline, publicTarget(baseline, bench, requests)),
      ] as const;
      const pages = await comparePair(name, sides, "perSecond", bar, pace);
      const memory: Figure = {
        name: `memory-${limit}`,
        values: [memoryOf(gateway).peak],
        unit: "MB",
        bar: bench.database.kind === "postgres" ? ["≤", 350] : null,
        notes: ["peak of the gateway"],
      };
      return [pages, memory];
    },
  };
}
