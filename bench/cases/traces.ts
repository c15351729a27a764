import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { comparePair, served } from "../compare.ts";
import { medianOf } from "../drive.ts";
import { publicTarget, type Server, startGateway } from "../servers.ts";
import type { Figure, Work } from "../work.ts";
import { warmUp } from "./gateways.ts";
import { choosePages } from "../site.ts";

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
    collector.listen(0, "127.0.0.1").unref();
    await once(collector, "listening");
    const { port } = collector.address() as AddressInfo;
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` };
    const pairs: Figure[] = [];
    while (pairs.length < (bench.pace.seconds === 0 ? 1 : processPairs)) {
      await using traced = await startGateway(bench, environment);
      await using untraced = await startGateway(bench);
      const sideOf = (name: string, server: Server) =>
        served(name, server, publicTarget(server, bench, requests));
      const sides = [sideOf("traced", traced), sideOf("untraced", untraced)] as const;
      await warmUp(bench, sides, 8000);
      pairs.push(
        await comparePair("traces", sides, "perSecond", null, { ...bench.pace, rounds: 3 }),
      );
    }
    const values = pairs.map((pair) => medianOf(pair.values));
    const notes = pairs.flatMap((pair) => pair.notes ?? []);
    return [{ name: "traces", values, unit: "ratio", bar: ["≥", 0.97], notes }];
  },
};
