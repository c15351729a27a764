import { comparePair, underLoad } from "../compare.ts";
import { choosePages } from "../pages.ts";
import { publicTarget } from "../servers.ts";
import { atLeast, atMost, type Bar, compared, measuredOnce, type Work } from "../work.ts";

export const measurements288 = comparePages(288, atLeast(1.1, 1.2));
export const measurements2000 = comparePages(2000, atLeast(1.3));

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
        underLoad("gateway", gateway, publicTarget(gateway, bench, requests)),
        underLoad("baseline", baseline, publicTarget(baseline, bench, requests)),
      ] as const;
      const pages = await comparePair(sides, "perSecond", pace);
      const memory = measuredOnce({
        name: `memory-${limit}`,
        value: pages.sides[0].peakMemory ?? NaN,
        unit: "MB",
        bar: bench.database.kind === "postgres" ? atMost(350) : null,
        notes: ["peak of the gateway"],
      });
      return [compared(name, pages, bar), memory];
    },
  };
}
