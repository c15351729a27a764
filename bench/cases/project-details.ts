import { comparePair, underLoad } from "../pair.ts";
import { publicTarget } from "../servers.ts";
import { crowdedProjectId } from "../site.ts";
import { atLeast, type Work } from "../work.ts";

const name = "project-details";

export const projectDetails: Work = {
  name,
  summary: "details of a project with 500 sensors, to the floor",
  async run(bench) {
    const { gateway, floor, pace } = bench;
    const requests = [{ path: `/api/v0/projects/${crowdedProjectId}` }];
    const { ratio, sides } = await comparePair(
      [
        underLoad("gateway", gateway, publicTarget(gateway, bench, requests)),
        underLoad("floor", floor, publicTarget(floor, bench, requests)),
      ],
      "perSecond",
      pace,
    );
    return [{ name, value: ratio, unit: "ratio", bar: atLeast(0.8), sides, notes: [] }];
  },
};
