import type { Instant } from "../../src/acoustics/time/instant.ts";

/**
 * The local time in `zone`, `YYYY-MM-DDTHH:mm:ss`, formatted by the platform, so that tests compare with
 * something that shares no code with the service. For the years 1000 to 9999.
 */
export function localTimeOf(zone: string, instant: Instant): string {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("sv-SE", {
      timeZone: zone,
      dateStyle: "short",
      timeStyle: "medium",
    });
    formats.set(zone, format);
  }
  return format.format(instant).replace(" ", "T");
}

const formats = new Map<string, Intl.DateTimeFormat>();
