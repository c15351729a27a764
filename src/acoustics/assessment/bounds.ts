import type { ParameterIssue } from "../errors.ts";
import { findPageIssues } from "../paging.ts";
import type { Interval } from "../time/instant.ts";

/** The greatest number of windows in the assessments of one sensor (docs/contract.md, P4). */
export const windowsPerField = 10_000;

/** The greatest number of listed episodes (docs/contract.md, P5). */
export const episodesPerField = 10_000;

/** The arguments of a list of episodes. */
export interface EpisodeArguments extends Interval {
  readonly joinSeconds: number;
  readonly minSeconds: number;
}

/** Checks the arguments of episodes. Returns every issue under the name of its argument. */
export function findEpisodeIssues({ joinSeconds, minSeconds, ...range }: EpisodeArguments) {
  const issues = findPageIssues(range);
  const detail = "must be a whole number of seconds, 0 or more";
  if (joinSeconds < 0) issues.push({ parameter: "joinSeconds", detail });
  if (minSeconds < 0) issues.push({ parameter: "minSeconds", detail });
  return issues;
}

export const tooManyWindows: ParameterIssue = {
  parameter: "endAt",
  detail: `is too late: a sensor may have at most ${windowsPerField.toLocaleString("en")} windows; request a shorter range or fewer criteria`,
};

export const tooManyEpisodes: ParameterIssue = {
  parameter: "endAt",
  detail: `is too late: a range may have at most ${episodesPerField.toLocaleString("en")} episodes; request a shorter range, or longer episodes by joinSeconds or minSeconds`,
};

/** The issue of ids of no criterion of the project. The text does not repeat them, because they may be malformed. */
export const unknownCriteria: ParameterIssue = {
  parameter: "criteria",
  detail: "must be ids of criteria of the project",
};
