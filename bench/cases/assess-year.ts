import { yearCriteria } from "../site.ts";
import type { Work } from "../work.ts";
import {
  compareBesideYear,
  compareWithHours,
  fiveMinuteYear,
  targetOf,
} from "./aggregates-year.ts";
import { compareWithCount } from "./events-year.ts";

const named = JSON.stringify(yearCriteria);

const assessments = `assessments(RANGE, criteria: ${named}) { data { criterionId date startAt endAt verdict reason
  level limit over coverage samples referenceTimes exceeded undecided budgetUsed worst { startAt level } } }`;

const episodes = `episodes(RANGE, joinSeconds: 600) { data { startAt endAt seconds events Leq LAE maxOver label
  recordings cut } }`;

/** The windows of three criteria and the episodes of a sensor-year, and a page of another key beside them. */
export const assessYear: Work = {
  name: "assess-year",
  summary: "three criteria and the episodes of a sensor-year, compared with statements in SQL",
  async run(bench) {
    const year = fiveMinuteYear(bench.size);
    const ofEpisodes = targetOf(bench, year, episodes);
    return [
      await compareWithHours(bench, "assess-year", year, assessments, 2.5),
      await compareBesideYear(bench, "assess-year-beside", assessments),
      // One and a half times the bar of `events-year`.
      await compareWithCount(bench, "assess-year-episodes", ofEpisodes, 2.25),
      await compareBesideYear(bench, "assess-year-episodes-beside", episodes),
    ];
  },
};
