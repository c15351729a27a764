import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { comparePair, type Comparison, underLoad } from "../compare.ts";
import { connections, drive } from "../drive.ts";
import { choosePages } from "../pages.ts";
import { publicTarget, type Server, startGateway, using } from "../servers.ts";
import { medianOf, spreadOf } from "../statistics.ts";
import { atLeast, type Work } from "../work.ts";

/**
 * Processes that do the same differ by a tenth, for each compiles its code in another order. So the ratio is the median
 * of several pairs of processes.
 */
const processPairs = 7;

/** Pages of a gateway that exports the spans of every request, and of one that exports none. */
export const traces: Work = {
  name: "traces",
  summary: "pages of 288 samples with spans of each exported, compared with the same without",
  async run(bench) {
    const requests = choosePages(288, bench.size);
    const collector = createServer((request, response) => {
      request.resume().once("end", () => response.end());
    });
    collector.listen(0, "127.0.0.1");
    await once(collector, "listening");
    const { port } = collector.address() as AddressInfo;
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` };
    try {
      const pairs: Comparison[] = [];
      while (pairs.length < (bench.pace.seconds === 0 ? 1 : processPairs)) {
        const starting = [startGateway(bench, environment), startGateway(bench)] as const;
        pairs.push(
          await using(starting, async ([traced, untraced]) => {
            // A process that has answered fewer requests has compiled less of its code, and is slower for each.
            for (const server of [traced, untraced]) {
              const warmUp = bench.pace.seconds === 0 ? connections : 8_000;
              await drive(publicTarget(server, bench, requests), warmUp, connections);
            }
            const sideOf = (name: string, server: Server) =>
              underLoad(name, server, publicTarget(server, bench, requests));
            const sides = [sideOf("traced", traced), sideOf("untraced", untraced)] as const;
            return comparePair(sides, "perSecond", { ...bench.pace, rounds: 3 });
          }),
        );
      }
      const cpu = pairs.map(({ sides: [on, off] }) => (on.cpu ?? NaN) / (off.cpu ?? NaN));
      return [
        {
          name: "traces",
          value: spreadOf(pairs.map(({ ratio }) => ratio.median)),
          unit: "ratio",
          bar: atLeast(0.97),
          sides: [],
          notes: [`processor time of a request: ${medianOf(cpu).toFixed(3)} of the other's`],
        },
      ];
    } finally {
      collector.closeAllConnections();
      collector.close();
    }
  },
};
