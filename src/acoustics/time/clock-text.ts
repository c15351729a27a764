/** `07` of 7: two digits of a whole number below 100. */
export function twoDigits(value: number): string {
  return numerals[value] ?? "";
}

const numerals = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, "0"));

/** `HH:mm` of a number of minutes after midnight; 1440 is `24:00`. */
export function clockOfMinute(minute: number): string {
  return clocks[minute] ?? "";
}

/** Answers have thousands of clocks, and joining texts would be the slowest part of formatting them. */
const clocks = Array.from(
  { length: 1441 },
  (_, minute) => `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`,
);
