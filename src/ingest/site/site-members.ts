import { noRules } from "../../acoustics/limits/limit-rules.ts";
import type { FileName } from "./written-site.ts";

/** The members of a sensor in a site file, empty. */
export const emptySensor = {
  name: null,
  serialNumber: null,
  model: null,
  location: null,
  limits: noRules,
  intervalSeconds: null,
  endAt: null,
};

/** The members of a project in a site file besides its sensors, empty. */
export const emptyProject = {
  name: null,
  description: null,
  timeZone: null,
  location: null,
  contract: null,
  holidays: [],
  limits: noRules,
  criteria: [],
  classification: null,
  intervalSeconds: null,
  periods: null,
  retention: null,
};

export type ProjectMember = keyof typeof emptyProject;
export type SensorMember = keyof typeof emptySensor;

export function fileNameOf<Member extends ProjectMember>(member: Member): FileName<Member> {
  return (member === "timeZone" ? "timezone" : member) as FileName<Member>;
}
