import { yearCriteria } from "../site.ts";
import type { Bench, Figure, Work } from "../work.ts";
import { compareBeside, compareWithHours, fiveMinuteYear, targetOf } from "./aggregates-year.ts";
import { compareWithCount } from "./events-year.ts";

const named = JSON.stringify(yearCriteria);

const assessmentsOfYear = `assessments(RANGE, criteria: ${named}) { data { criterionId date startAt endAt verdict reason
  level limit over coverage samples referenceTimes exceeded undecided budgetUsed worst { startAt level } } }`;

const episodesOfYear = `episodes(RANGE, joinSeconds: 600) { data { startAt endAt seconds events Leq LAE maxOver label
  recordings cut } }`;

/** The windows of three criteria and the episodes of a sensor-year, and a page of another key beside them. */
export const assessYear: Work = {
  name: "assess-year",
  summary: "three criteria and the episodes of a sensor-year, compared with statements in SQL",
  async run(bench: Bench): Promise<readonly Figure[]> {
    const year = fiveMinuteYear(bench.size);
    return [
      ...(await compareWithHours(bench, year, [["assess-year", assessmentsOfYear, 2.5]])),
      await compareBeside(bench, "assess-year-beside", year, assessmentsOfYear),
      // One and a half times the bar of `events-year`.
      await compareWithCount(
        bench,
        "assess-year-episodes",
        targetOf(bench, year, episodesOfYear),
        2.25,
      ),
      await compareBeside(bench, "assess-year-episodes-beside", year, episodesOfYear),
    ];
  },
};
