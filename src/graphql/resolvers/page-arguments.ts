import { RequestError } from "#http/request-error.ts";
import type { Interval } from "#acoustics/time/interval.ts";
import { findPageIssues, type PageRequest } from "#acoustics/paging.ts";
import type {
  SensorLimitTimelineArgs,
  SensorMeasurementsArgs,
} from "#graphql/generated/resolvers.ts";

/** The page that arguments describe. Throws `invalid_request`, naming each argument with an issue. */
export function parsePageArguments(page: Required<SensorMeasurementsArgs>): PageRequest {
  const issues = findPageIssues(page);
  if (issues.length > 0) throw RequestError.invalidRequest(issues);
  return {
    range: { startAt: page.startAt, endAt: page.endAt },
    pageSize: page.limit,
    order: page.orderBy,
    weighting: page.fweighting,
    cursor: page.cursor,
    withAudio: page.withAudio,
  };
}

/** The range that arguments describe. Throws `invalid_request` if `startAt` is after `endAt`. */
export function parseRangeArguments({
  startAt,
  endAt,
}: Pick<SensorLimitTimelineArgs, "startAt" | "endAt">): Interval {
  const issues = findPageIssues({ startAt, endAt });
  if (issues.length > 0) throw RequestError.invalidRequest(issues);
  return { startAt, endAt };
}
