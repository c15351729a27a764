/** `58.6`: one decimal. The exact value belongs into the tooltip, tables and CSV. */
export function roundedLevel(level: number): string {
  return minus(level.toFixed(1));
}

/** `58.6 dB`. */
export function levelText(level: number): string {
  return `${roundedLevel(level)} dB`;
}

/** `58.64`, without trailing zeros: the value as served, which programs can read. */
export function exactLevel(level: number | null): string {
  return level === null ? "" : String(level);
}

/** `+3.6`, `−2.0`, `±0.0`. */
export function signedLevel(over: number): string {
  const text = Math.abs(over).toFixed(1);
  return `${over > 0 ? "+" : over < 0 ? "−" : "±"}${text}`;
}

/** `LAeq,5 min`, `LCeq,1 h`: what a level is, with its interval. */
export function quantityText(weighting: string, intervalSeconds: number): string {
  return `L${weighting}eq,${durationText(intervalSeconds)}`;
}

/** `5 min`, `1 h`, `2 h 30 min`, `45 s`. */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  if (minutes < 60) return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}

function minus(text: string): string {
  return text.replace("-", "−");
}
