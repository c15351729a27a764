import type { Instant } from "#acoustics/time/instant.ts";

/**
 * What a clock in `zone` shows, `YYYY-MM-DDTHH:mm:ss`, printed by the platform itself: an answer
 * that owes nothing to the product's own arithmetic. For years 1000 to 9999.
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
