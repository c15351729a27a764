import { z } from "zod";
import { compareIds } from "../../acoustics/ids.ts";
import { greatestCounts, heights } from "../../acoustics/site-bounds.ts";
import { level } from "./limit-rules-schema.ts";
import { line, listOf, localDate, numberBetween, optional, title } from "./schema-parts.ts";

/** Members that only people read: reports and evidence show them, no verdict depends on them. */

/** The permit of a project. */
export const permit = optional(z.strictObject({ number: title, authority: optional(line) }));

/** An empty `microphone` means the same as no `microphone`. */
const microphone = optional(
  z.strictObject({
    height: optional(numberBetween(heights.lowest, heights.highest)),
    mounting: optional(title),
  }),
).transform((placed) => (placed?.height == null && placed?.mounting == null ? null : placed));

const instrumentClass = optional(z.literal([1, 2], "must be 1 or 2, a class of IEC 61672-1"));

const calibration = z.strictObject({
  date: localDate,
  level: optional(level),
  note: optional(line),
});

/** In order of date, those of one date as in the file. */
const calibrations = listOf(calibration, greatestCounts.calibrations).transform((list) =>
  list.toSorted((left, right) => compareIds(left.date, right.date)),
);

/** The members of a sensor that describe its instrument. */
export const instrument = { microphone, class: instrumentClass, calibrations };
