/** The key in what was typed or pasted: without `Bearer` and surrounding spaces. */
export function cleanKey(typed: string): string {
  return typed
    .trim()
    .replace(/^bearer\s+/i, "")
    .trim();
}

/**
 * True if a text has the shape and the checksum of a key, `amk0.<id>.<secret>` with six base62 digits of CRC-32 at its
 * end. A mistyped key is reported without a request.
 */
export function isWellFormedKey(key: string): boolean {
  if (!/^amk0\.[0-9A-Za-z]{16}\.[0-9A-Za-z]{49}$/.test(key)) return false;
  return base62(crc32(key.slice(0, -6))) === key.slice(-6);
}

/** The part of a key that may be shown: `amk0.` and the first four characters of its id. */
export function keyHint(key: string): string {
  return `${key.slice(0, 9)}…`;
}

/** CRC-32 of IEEE 802.3. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
  }
  return (crc ^ 0xffffffff) >>> 0;
}

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

function base62(value: number): string {
  let text = "";
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62)) {
    text = digits.charAt(rest % 62) + text;
  }
  return text.padStart(6, "0");
}

/** The message with which GraphiQL requests the key of the dashboard that opened it. */
export const keyRequest = "svc-api-key";
