import { crc32 } from "node:zlib";

/**
 * A key with the id of a given key and another secret. For a key of this server (C 4), its checksum is valid, so that
 * only the secret is wrong; a key of another form gets another last character.
 */
export function wrongKeyOf(key: string): string {
  const change = (text: string) => text.slice(0, -1) + (text.endsWith("0") ? "1" : "0");
  if (!/^amk0\.[0-9A-Za-z]{16}\.[0-9A-Za-z]{49}$/.test(key)) return change(key);
  const body = change(key.slice(0, -checksumDigits));
  return body + base62(crc32(body)).padStart(checksumDigits, "0");
}

const checksumDigits = 6;
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

function base62(value: number): string {
  const rest = Math.floor(value / 62);
  return (rest === 0 ? "" : base62(rest)) + alphabet.charAt(value % 62);
}
