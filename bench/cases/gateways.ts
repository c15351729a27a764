import { comparePair, type Side, underLoad } from "../compare.ts";
import { connections, drive, type Round } from "../drive.ts";
import type { Observation } from "../observe.ts";
import { choosePages } from "../pages.ts";
import { publicTarget, type Server, startGateway, using } from "../servers.ts";
import { spreadOf } from "../statistics.ts";
import { atMost, type Work } from "../work.ts";

/** The same pages from two gateways, each with half of the connections, and from one: processor time of a request. */
export const gateways: Work = {
  name: "gateways",
  summary: "pages of 288 samples from two gateways, compared with one: processor time of a request",
  async run(bench) {
    const requests = choosePages(288, bench.size);
    return using([startGateway(bench)], async ([second]) => {
      const both = [bench.gateway, second].map((server) => publicTarget(server, bench, requests));
      // A process that has answered fewer requests has compiled less of its code, and is slower for each.
      const warmUp = bench.pace.seconds === 0 ? connections : 12_000;
      for (const target of both) await drive(target, warmUp, connections);
      const half = (amount: number) => (target: (typeof both)[number]) =>
        drive(target, Math.ceil(amount / 2), connections / 2);
      const together: Side = {
        name: "two gateways",
        server: bothAsOne(bench.gateway, second),
        least: connections,
        load: async (amount) => sumOf(await Promise.all(both.map(half(amount)))),
      };
      const target = publicTarget(bench.gateway, bench, requests);
      const alone = underLoad("one gateway", bench.gateway, target);
      const { ratio, sides } = await comparePair([together, alone], "perSecond", bench.pace);
      const [two, one] = sides;
      const value = spreadOf([(two.server?.cpu ?? NaN) / (one.server?.cpu ?? NaN)]);
      const notes = [`requests per second: ${ratio.median.toFixed(2)} of those of one`];
      return [{ name: "gateways", value, unit: "ratio", bar: atMost(1.1), sides, notes }];
    });
  },
};

/** Processor time of the two is added up; of everything else the worse counts. */
function bothAsOne(first: Server, second: Server): Side["server"] {
  return {
    name: "gateway",
    async observe() {
      const [left, right] = await Promise.all([first.observe(), second.observe()]);
      if (left === null || right === null) return null;
      const worse = Object.keys(left).map((key) => {
        const name = key as keyof Observation;
        return [name, Math.max(left[name], right[name])];
      });
      return { ...(Object.fromEntries(worse) as Observation), cpu: left.cpu + right.cpu };
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
