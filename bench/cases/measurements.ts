import { comparePair, underLoad } from "../compare.ts";
import { choosePages, measurementsPath } from "../pages.ts";
import { publicTarget } from "../servers.ts";
import { recordedSensor } from "../site.ts";
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
      const pages = await comparePair(
        [
          underLoad("gateway", gateway, publicTarget(gateway, bench, requests)),
          underLoad("baseline", baseline, publicTarget(baseline, bench, requests)),
        ],
        "perSecond",
        pace,
      );
      const memory = measuredOnce({
        name: `memory-${limit}`,
        value: (pages.sides[0].server?.peakMemory ?? NaN) / 2 ** 20,
        unit: "MB",
        bar: bench.database.kind === "postgres" ? atMost(350) : null,
        notes: ["peak of the gateway"],
      });
      return [compared(name, pages, bar), memory];
    },
  };
}

export const withAudio: Work = {
  name: "with-audio",
  summary: "a page of 288 samples with a recording on each, compared with the same without audio",
  async run(bench) {
    const { gateway, pace } = bench;
    const path = measurementsPath({ sensor: recordedSensor, limit: 288, before: 1 });
    const sideOf = (side: string, query: string) =>
      underLoad(side, gateway, publicTarget(gateway, bench, [{ path: `${path}${query}` }]));
    const pages = await comparePair(
      [sideOf("with audio", "&withAudio=true"), sideOf("without", "")],
      "perSecond",
      pace,
    );
    return [compared("with-audio", pages, atLeast(0.6))];
  },
};
