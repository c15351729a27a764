import { z } from "zod";
import { type Instant, instantPattern, parseInstant } from "../acoustics/time/instant.ts";
import { findPageIssues, pageSizeRule, pageSizes, parseCursor } from "../acoustics/paging.ts";
import { weightings } from "../acoustics/levels/weighting.ts";
import { patternText } from "./openapi/json-schema.ts";
import { defineParameters, type ParameterValues } from "./query-parameters.ts";

const instantForm = "YYYY-MM-DD or YYYY-MM-DDTHH:mm[:ss[.fraction]] with Z, an offset or neither";

/** Parses the text of an instant; `example` is for the documentation. */
export const instantParameter = (example: string) =>
  z
    .string()
    .transform((text, context): Instant => {
      const parsed = parseInstant(text);
      if (parsed !== null) return parsed;
      context.addIssue({ code: "custom", message: explainIssue(text) });
      return z.NEVER;
    })
    // The parsed value is no JSON, so the documentation describes the text.
    .meta({
      type: "string",
      pattern: patternText(instantPattern),
      maxLength: 35,
      description: `ISO 8601: ${instantForm}, which is UTC. A bare date is its first instant in UTC, not a whole day; the bare dates of a contract in the operator's site file are whole local days. Send the plus sign of an offset as %2B.`,
      examples: [example],
    });

function explainIssue(text: string): string {
  // An unescaped plus sign arrives as a space.
  if (/T\d{2}:\d{2}[\d:.]* \d{2}:?(?:\d{2})?$/.test(text)) {
    return "has a space where the offset begins: send the plus sign of an offset as %2B";
  }
  if (/^\d{4}-\d{2}-\d{2} +\d{1,2}:\d{2}/.test(text)) {
    return "has a space between date and time: put a T there";
  }
  return `must be an ISO 8601 instant: ${instantForm}`;
}

const cursorText = "must be 0 or the exact cursor of the previous response";

/** The query parameters of measurements and events (docs/contract.md, 2.3). */
export const pageParameters = defineParameters(
  {
    // The range is cut to the contract, so these examples find the records of any contract.
    startAt: instantParameter("2000-01-01"),
    endAt: instantParameter("2100-01-01"),
    limit: z
      .string()
      .regex(/^[0-9]{1,4}$/, pageSizeRule)
      .transform(Number)
      .pipe(
        z
          .int()
          .min(pageSizes.lowest, { error: pageSizeRule })
          .max(pageSizes.highest, { error: pageSizeRule }),
      )
      .default(pageSizes.default)
      // A small page is easy to read.
      .meta({ examples: [5] }),
    orderBy: z.enum(["asc", "desc"], { error: "must be asc or desc" }).default("asc"),
    fweighting: z.enum(weightings, { error: "must be A, C or Z" }).default("A"),
    cursor: z
      .string()
      .transform((text, context): number => {
        const cursor = parseCursor(text);
        if (cursor !== null) return cursor;
        context.addIssue({ code: "custom", message: cursorText });
        return z.NEVER;
      })
      .default(0)
      // A number greater than any cursor is out of range; that is not a bound of the parameter.
      .meta({ type: "integer", format: "int64", minimum: 0 }),
    withAudio: z
      .stringbool({
        truthy: ["true"],
        falsy: ["false"],
        case: "sensitive",
        error: "must be true or false",
      })
      .default(false)
      .meta({ description: "Without it, records have no `audioUrl` and no `audioExpiresAt`." }),
  },
  ({ startAt, endAt }) => findPageIssues({ startAt, endAt }),
);

/** The values as variables of a persisted document, whose instants are dates (`scalars.ts`). */
export function pageVariables({
  startAt,
  endAt,
  ...page
}: ParameterValues<typeof pageParameters.shape>) {
  return { ...page, startAt: new Date(startAt), endAt: new Date(endAt) };
}
