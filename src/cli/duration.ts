/** Milliseconds of a text such as `5s`, `500ms` or `2m`; null of any other. */
export function parseDuration(text: string): number | null {
  const [, number, unit = ""] = /^([0-9]{1,6})(ms|s|m)$/.exec(text) ?? [];
  return number === undefined ? null : Number(number) * (units[unit] ?? 0);
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };
