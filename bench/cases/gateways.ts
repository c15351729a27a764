import { connections, drive } from "../drive.ts";
import { choosePages } from "../pages.ts";
import { publicTarget, type Server, startGateway, using } from "../servers.ts";
import { medianOf, spreadOf } from "../statistics.ts";
import { atMost, type Work } from "../work.ts";

/** The same pages from two gateways, each with half of the connections, and from one: processor time of a request. */
export const gateways: Work = {
  name: "gateways",
  summary: "pages of 288 samples from two gateways, compared with one: processor time of a request",
  run: (bench) =>
    using([startGateway(bench)], async ([second]) => {
      const { gateway: first, pace, size } = bench;
      const requests = choosePages(288, size);
      const driveOne = (server: Server, amount: number, count: number) =>
        drive(publicTarget(server, bench, requests), amount, count);
      const isTrial = pace.seconds === 0;
      // A process that has answered fewer requests has compiled less of its code, and is slower for each.
      for (const server of [first, second]) {
        await driveOne(server, isTrial ? connections : 12_000, connections);
      }
      const amount = isTrial ? 2 * connections : 2000 * pace.seconds;
      const cpuOf = async (servers: readonly Server[]) => {
        await Promise.all(servers.map((server) => server.observe()));
        const count = servers.length;
        const drivePart = (server: Server) => driveOne(server, amount / count, connections / count);
        await Promise.all(servers.map(drivePart));
        const observed = await Promise.all(servers.map((server) => server.observe()));
        return observed.reduce((sum, each) => sum + (each?.cpu ?? NaN), 0) / amount;
      };
      const [one, two]: [number[], number[]] = [[], []];
      while (one.length < pace.rounds) {
        one.push(await cpuOf([first]));
        two.push(await cpuOf([first, second]));
      }
      return [
        {
          name: "gateways",
          value: spreadOf(two.map((cpu, round) => cpu / (one[round] ?? NaN))),
          unit: "ratio",
          bar: atMost(1.1),
          sides: [],
          notes: [`one ${medianOf(one).toFixed(2)} ms, two ${medianOf(two).toFixed(2)} ms`],
        },
      ];
    }),
};
