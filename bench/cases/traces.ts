import { once } from "node:events";
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { comparePair, underLoad } from "../compare.ts";
import { connections, drive } from "../drive.ts";
import { choosePages } from "../pages.ts";
import { publicTarget, startGateway, using } from "../servers.ts";
import { atLeast, compared, type Work } from "../work.ts";

/** Pages of a gateway that exports the spans of every request, and of one that exports none. */
export const traces: Work = {
  name: "traces",
  summary: "pages of 288 samples with spans of each exported, compared with the same without",
  async run(bench) {
    const requests = choosePages(288, bench.size);
    const collector = createServer((request, response) => {
      request.resume().once("end", () => response.end());
    });
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: await listen(collector) };
    try {
      return await using([startGateway(bench, environment)], async ([traced]) => {
        const sides = [
          underLoad("traced", traced, publicTarget(traced, bench, requests)),
          underLoad("untraced", bench.gateway, publicTarget(bench.gateway, bench, requests)),
        ] as const;
        // A process that has answered fewer requests has compiled less of its code, and takes longer for each.
        const warmUp = bench.pace.seconds === 0 ? connections : 12_000;
        for (const server of [traced, bench.gateway]) {
          await drive(publicTarget(server, bench, requests), warmUp, connections);
        }
        const pages = await comparePair(sides, "perSecond", bench.pace);
        const [on, off] = pages.sides;
        const cpu = (on.server?.cpu ?? NaN) / (off.server?.cpu ?? NaN);
        const note = `processor time of a request: ${cpu.toFixed(2)} of the other's`;
        return [compared("traces", pages, atLeast(0.97), note)];
      });
    } finally {
      collector.closeAllConnections();
      collector.close();
    }
  },
};

async function listen(server: HttpServer): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
