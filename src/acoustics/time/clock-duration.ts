/**
 * Reads a length of time in whole seconds, as hours, minutes and seconds of ISO 8601 in this order: `PT30S`, `PT15M`,
 * `PT1H30M`. Null for any other text, also for `PT` without a number (`PT0S` is 0) and for days, whose length depends
 * on clock changes.
 */
export function parseClockDuration(text: string): number | null {
  const parts = pattern.exec(text)?.groups;
  if (parts === undefined) return null;
  const { hours = "0", minutes = "0", seconds = "0" } = parts;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

const pattern =
  /^PT(?=\d)(?:(?<hours>\d{1,5})H)?(?:(?<minutes>\d{1,5})M)?(?:(?<seconds>\d{1,5})S)?$/;

/** The shortest text of a positive number of whole seconds: 5400 is `PT1H30M`. */
export function formatClockDuration(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), "H"],
    [Math.floor(seconds / 60) % 60, "M"],
    [seconds % 60, "S"],
  ] as const;
  return `PT${parts.map(([count, unit]) => (count === 0 ? "" : `${count}${unit}`)).join("")}`;
}
