import type { Work } from "../work.ts";
import { aggregatesYear } from "./aggregates-year.ts";
import { assessYear } from "./assess-year.ts";
import { besideImport } from "./beside-import.ts";
import { citus } from "./citus.ts";
import { eventsYear } from "./events-year.ts";
import { gateways } from "./gateways.ts";
import { growth } from "./growth.ts";
import { measurements2000, measurements288 } from "./measurements.ts";
import { overload } from "./overload.ts";
import { pauses } from "./pauses.ts";
import { storage } from "./storage.ts";
import { traces } from "./traces.ts";

/** All works, in the order in which they run. */
export const works: readonly Work[] = [
  measurements288,
  measurements2000,
  eventsYear,
  aggregatesYear,
  assessYear,
  overload,
  pauses,
  gateways,
  traces,
  growth,
  storage,
  besideImport,
  citus,
];
