import { choosePages, measurementsPath } from "../pages.ts";
import { comparePair, underLoad } from "../pair.ts";
import { publicTarget } from "../servers.ts";
import { atLeast, type Bar, type Work } from "../work.ts";

export const measurements288 = comparePages(288, atLeast(1, 1.2));
export const measurements2000 = comparePages(2000, atLeast(1.3));

function comparePages(limit: number, bar: Bar): Work {
  const name = `measurements-${limit}`;
  return {
    name,
    summary: `pages of ${limit} samples over REST, compared with the baseline`,
    async run(bench) {
      const { gateway, baseline, pace } = bench;
      const requests = choosePages(limit, bench.size).map((page) => ({
        path: measurementsPath(page),
      }));
      const { ratio, sides } = await comparePair(
        [
          underLoad("gateway", gateway, publicTarget(gateway, bench, requests)),
          underLoad("baseline", baseline, publicTarget(baseline, bench, requests)),
        ],
        "perSecond",
        pace,
      );
      return [{ name, value: ratio, unit: "ratio", bar, sides, notes: [] }];
    },
  };
}
