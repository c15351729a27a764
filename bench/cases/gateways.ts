import { comparePair, type Side, served } from "../compare.ts";
import { connections, drive } from "../drive.ts";
import { publicTarget, type Server, startGateway } from "../servers.ts";
import type { Bench, Work } from "../work.ts";
import { choosePages } from "../site.ts";

/** The same pages from two gateways, each with half of the connections, and from one: processor time of a request. */
export const gateways: Work = {
  name: "gateways",
  summary: "pages of 288 samples from two gateways, compared with one: processor time of a request",
  async run(bench) {
    await using second = await startGateway(bench);
    const first = bench.gateway;
    const requests = choosePages(288, bench.size);
    const sideOf = (server: Server) => served("one", server, publicTarget(server, bench, requests));
    const both: Side = {
      name: "two",
      servers: [first, second],
      least: connections,
      load: async (amount) => {
        const driveHalf = (server: Server) =>
          drive(publicTarget(server, bench, requests), amount / 2, connections / 2);
        const [round, other] = await Promise.all([driveHalf(first), driveHalf(second)]);
        return { ...round, perSecond: round.perSecond + other.perSecond };
      },
    };
    await warmUp(bench, [sideOf(first), sideOf(second)], 12_000);
    const sides = [both, sideOf(first)] as const;
    return [await comparePair("gateways", sides, "cpu", ["≤", 1.1], bench.pace)];
  },
};

/** A process that has answered fewer requests has compiled less of its code, and is slower for each. */
export async function warmUp({ pace }: Bench, sides: readonly Side[], amount: number) {
  for (const { least, load } of sides) await load(pace.seconds === 0 ? least : amount);
}
