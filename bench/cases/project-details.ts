import { comparePair, underLoad } from "../pair.ts";
import { publicTarget } from "../servers.ts";
import { crowdedProjectId } from "../site.ts";
import { atLeast, type Work } from "../work.ts";

const name = "project-details";

export const projectDetails: Work = {
  name,
  summary: "details of a project with 500 sensors, compared with the baseline",
  async run(bench) {
    const { gateway, baseline, pace } = bench;
    const requests = [{ path: `/api/v0/projects/${crowdedProjectId}` }];
    const { ratio, sides } = await comparePair(
      [
        underLoad("gateway", gateway, publicTarget(gateway, bench, requests)),
        underLoad("baseline", baseline, publicTarget(baseline, bench, requests)),
      ],
      "perSecond",
      pace,
    );
    return [{ name, value: ratio, unit: "ratio", bar: atLeast(0.8), sides, notes: [] }];
  },
};
