import type { Route } from "../define-route.ts";
import { getAudio } from "./get-audio.ts";
import { getEmbeddedMap } from "./get-embedded-map.ts";
import { getProject } from "./get-project.ts";
import { listEvents } from "./list-events.ts";
import { listMeasurements } from "./list-measurements.ts";
import { listProjects } from "./list-projects.ts";

export const routes: readonly Route[] = [
  listProjects,
  getProject,
  listMeasurements,
  listEvents,
  getEmbeddedMap,
  getAudio,
];
