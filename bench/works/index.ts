import type { Work } from "../work.ts";
import { measurements2000, measurements288 } from "./measurements.ts";

/** All works, in the order in which they are run. */
export const works: readonly Work[] = [measurements288, measurements2000];
