import { comparePair } from "../pair.ts";
import { choosePages, measurementsPath } from "../pages.ts";
import { publicTarget, startFloor, startGateway, using } from "../servers.ts";
import { atLeast, type Bar, type Bench, type Figure, type Work } from "../work.ts";

export const measurements288 = measurements(288, atLeast(1, 1.2));
export const measurements2000 = measurements(2000, atLeast(1.3));

function measurements(limit: number, bar: Bar): Work {
  const name = `measurements-${limit}`;
  return {
    name,
    summary: `pages of ${limit} samples, gateway to floor`,
    run: (bench: Bench): Promise<Figure[]> =>
      using([startGateway(bench), startFloor(bench)], async (gateway, floor) => {
        const requests = choosePages(limit, bench.size).map((page) => ({
          path: measurementsPath(page),
        }));
        const { ratio, sides } = await comparePair(
          { name: "gateway", server: gateway, target: publicTarget(gateway, bench, requests) },
          { name: "floor", server: floor, target: publicTarget(floor, bench, requests) },
          bench.pace,
        );
        return [{ name, value: ratio, unit: "ratio", bar, sides, notes: [] }];
      }),
  };
}
