import { connections, drive, type Round } from "../drive.ts";
import type { Observation } from "../observe.ts";
import { choosePages, measurementsPath } from "../pages.ts";
import { comparePair, type Side, underLoad } from "../pair.ts";
import { publicTarget, type Server, startGateway, using } from "../servers.ts";
import { spreadOf } from "../statistics.ts";
import { atMost, type Work } from "../work.ts";

const name = "gateways";

/** The same pages from two gateways, each with half of the connections, and from one: processor time of a request. */
export const gateways: Work = {
  name,
  summary: "pages of 288 samples from two gateways, compared with one: processor time of a request",
  async run(bench) {
    const requests = choosePages(288, bench.size).map((page) => ({ path: measurementsPath(page) }));
    return using([startGateway(bench)], async ([second]) => {
      const both = [bench.gateway, second].map((server) => ({
        server,
        target: publicTarget(server, bench, requests),
      }));
      // A process that has answered fewer requests has compiled less of its code, and takes longer for each.
      const warmUp = bench.pace.seconds === 0 ? connections : 12_000;
      for (const { target } of both) await drive(target, warmUp, connections);
      const together: Side = {
        name: "two gateways",
        server: asOne(bench.gateway, second),
        least: connections,
        load: async (amount) =>
          sumOf(
            await Promise.all(
              both.map(({ target }) => drive(target, Math.ceil(amount / 2), connections / 2)),
            ),
          ),
      };
      const alone = underLoad(
        "one gateway",
        bench.gateway,
        publicTarget(bench.gateway, bench, requests),
      );
      const { ratio, sides } = await comparePair([together, alone], "perSecond", bench.pace);
      const [two, one] = sides;
      const value = spreadOf([(two.server?.cpu ?? NaN) / (one.server?.cpu ?? NaN)]);
      const notes = [`requests per second: ${ratio.median.toFixed(2)} of those of one`];
      return [{ name, value, unit: "ratio", bar: atMost(1.1), sides, notes }];
    });
  },
};

/** Two servers, observed together: processor time is added up, of everything else the worse counts. */
function asOne(first: Server, second: Server): Server {
  return {
    ...first,
    async observe() {
      const [left, right] = await Promise.all([first.observe(), second.observe()]);
      if (left === null || right === null) return null;
      const worse = (figure: keyof Observation) => Math.max(left[figure], right[figure]);
      return {
        cpu: left.cpu + right.cpu,
        loopP50: worse("loopP50"),
        loopP99: worse("loopP99"),
        loopMax: worse("loopMax"),
        peakMemory: worse("peakMemory"),
      };
    },
  };
}

function sumOf(rounds: readonly Round[]): Round {
  const sum = (figure: keyof Round) => rounds.reduce((total, round) => total + round[figure], 0);
  const worse = (figure: keyof Round) => Math.max(...rounds.map((round) => round[figure]));
  return {
    requests: sum("requests"),
    perSecond: sum("perSecond"),
    p50: worse("p50"),
    p99: worse("p99"),
  };
}
