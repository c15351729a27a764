import { GatewayError } from "#domain/errors.ts";
import type { Interval } from "#domain/interval.ts";
import { findPageFaults, type PageRequest } from "#domain/page-request.ts";
import type {
  SensorLimitTimelineArgs,
  SensorMeasurementsArgs,
} from "#graphql/generated/resolvers.ts";

/** The page that arguments ask for. Throws `invalid_request`, naming each argument at fault. */
export function parsePageArguments(page: Required<SensorMeasurementsArgs>): PageRequest {
  const faults = findPageFaults(page);
  if (faults.length > 0) throw GatewayError.invalidRequest(faults);
  return {
    range: { startAt: page.startAt, endAt: page.endAt },
    limit: page.limit,
    order: page.orderBy,
    weighting: page.fweighting,
    cursor: page.cursor,
    withAudio: page.withAudio,
  };
}

/** The range that arguments ask for. Throws `invalid_request` where it is reversed. */
export function parseRangeArguments({
  startAt,
  endAt,
}: Pick<SensorLimitTimelineArgs, "startAt" | "endAt">): Interval {
  const faults = findPageFaults({ startAt, endAt });
  if (faults.length > 0) throw GatewayError.invalidRequest(faults);
  return { startAt, endAt };
}
