import { RequestError } from "../../http/requests/request-error.ts";
import type { Interval } from "../../acoustics/time/instant.ts";
import { findPageIssues, type PageRequest } from "../../acoustics/paging.ts";
import type {
  ProjectEventsArgs,
  SensorLimitTimelineArgs,
  SensorMeasurementsArgs,
} from "../generated/resolvers.ts";
import { parseEventCursor } from "../../operations/events/event-cursor.ts";
import type { ProjectEventsRequest } from "../../operations/events/list-project-events.ts";

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

/** The page of a project's events that arguments describe. Throws the errors of `parsePageArguments`. */
export function parseProjectEventsArguments(
  args: ProjectEventsArgs &
    Required<Pick<ProjectEventsArgs, "limit" | "orderBy" | "fweighting" | "withAudio">>,
): ProjectEventsRequest {
  const { cursor = null, sensors = null, labels = null, sources = null } = args;
  const issues = findPageIssues(args);
  const position = cursor === null ? null : parseEventCursor(cursor);
  if (cursor !== null && position === null) {
    issues.push({ parameter: "cursor", detail: "must be the cursor of a page of this list" });
  }
  if (sensors !== null && sensors.length > namedSensors) {
    issues.push({ parameter: "sensors", detail: `must name at most ${namedSensors} sensors` });
  }
  if (issues.length > 0) throw RequestError.invalidRequest(issues);
  return {
    range: { startAt: args.startAt, endAt: args.endAt },
    pageSize: args.limit,
    order: args.orderBy,
    weighting: args.fweighting,
    position,
    withAudio: args.withAudio,
    sensorIds: sensors,
    filter: {
      labels: labels && new Set(labels),
      minOver: args.minOver ?? null,
      sources: sources && new Set(sources),
      withRecording: args.withRecording ?? null,
    },
  };
}

/** The greatest number of named sensors; a project may have more. */
const namedSensors = 1000;

/** The range that arguments describe. Throws `invalid_request` if `startAt` is after `endAt`. */
export function parseRangeArguments({
  startAt,
  endAt,
}: Pick<SensorLimitTimelineArgs, "startAt" | "endAt">): Interval {
  const issues = findPageIssues({ startAt, endAt });
  if (issues.length > 0) throw RequestError.invalidRequest(issues);
  return { startAt, endAt };
}
