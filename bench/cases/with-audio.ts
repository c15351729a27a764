import { measurementsPath } from "../pages.ts";
import { comparePair, underLoad } from "../pair.ts";
import { publicTarget } from "../servers.ts";
import { recordedSensor } from "../site.ts";
import { atLeast, type Work } from "../work.ts";

const name = "with-audio";

export const withAudio: Work = {
  name,
  summary:
    "a page of 288 samples with a recording on each, compared with the same page without audio",
  async run(bench) {
    const { gateway, pace } = bench;
    const path = measurementsPath({ sensor: recordedSensor, limit: 288, before: 1 });
    const sideOf = (side: string, query: string) =>
      underLoad(side, gateway, publicTarget(gateway, bench, [{ path: `${path}${query}` }]));
    const { ratio, sides } = await comparePair(
      [sideOf("with audio", "&withAudio=true"), sideOf("without", "")],
      "perSecond",
      pace,
    );
    return [{ name, value: ratio, unit: "ratio", bar: atLeast(0.6), sides, notes: [] }];
  },
};
