import type { Work } from "../work.ts";
import { aggregatesYear } from "./aggregates-year.ts";
import { audio } from "./audio.ts";
import { besideImport } from "./beside-import.ts";
import { citus } from "./citus.ts";
import { eventsYear } from "./events-year.ts";
import { gateways } from "./gateways.ts";
import { graphqlHttp } from "./graphql-http.ts";
import { growth } from "./growth.ts";
import { importSamples } from "./import-samples.ts";
import { measurements2000, measurements288 } from "./measurements.ts";
import { overload } from "./overload.ts";
import { pauses } from "./pauses.ts";
import { projectDetails } from "./project-details.ts";
import { start } from "./start.ts";
import { storage } from "./storage.ts";
import { withAudio } from "./with-audio.ts";

/** All works, in the order in which they run. */
export const works: readonly Work[] = [
  measurements288,
  measurements2000,
  graphqlHttp,
  withAudio,
  eventsYear,
  projectDetails,
  audio,
  aggregatesYear,
  overload,
  pauses,
  gateways,
  growth,
  storage,
  importSamples,
  besideImport,
  start,
  citus,
];
