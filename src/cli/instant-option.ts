import { InvalidArgumentError } from "commander";
import { type Instant, parseInstant } from "#acoustics/time/instant.ts";
import { onceMessage } from "./lazy-action.ts";

/** For options that have an instant. */
export function instant(text: string, earlier: Instant | undefined): Instant {
  if (earlier !== undefined) throw new InvalidArgumentError(onceMessage);
  const parsed = parseInstant(text);
  if (parsed !== null) return parsed;
  throw new InvalidArgumentError(
    "It must be an instant: YYYY-MM-DD or YYYY-MM-DDTHH:mm[:ss] with Z, an offset or neither.",
  );
}
