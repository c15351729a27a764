import { crc32 } from "node:zlib";
import type { KeyId } from "../acoustics/ids.ts";

/**
 * The key `amk0.<KEY_ID>.<SECRET>`: 16 base62 characters of id; 43 base62 characters of 256 random bits, then 6 base62
 * digits of CRC-32 (IEEE 802.3) over everything before them. The checksum detects a typo or a truncated text without
 * the database; it is not a protection.
 */
export interface ApiKey {
  readonly id: KeyId;
  /** The whole key as it was sent. Secret: only its SHA-256 is ever stored. */
  readonly text: string;
}

const prefix = "amk0";
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const keyPattern = /^amk0\.(?<id>[0-9A-Za-z]{16})\.[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/;
const checksumDigits = 6;

/** Parses a key; null: its form or its checksum is wrong. */
export function parseApiKey(text: string): ApiKey | null {
  const id = keyPattern.exec(text)?.groups?.["id"];
  if (id === undefined) return null;
  const body = text.slice(0, -checksumDigits);
  return checksum(body) === text.slice(-checksumDigits) ? { id: id as KeyId, text } : null;
}

/** Parses the id of a key; null: it has another form. */
export function parseKeyId(text: string): KeyId | null {
  return /^[0-9A-Za-z]{16}$/.test(text) ? (text as KeyId) : null;
}

/** The key of 12 random bytes for the id and 32 for the secret. Throws on other lengths. */
export function composeApiKey(idBytes: Uint8Array, secretBytes: Uint8Array): ApiKey {
  if (idBytes.length !== 12 || secretBytes.length !== 32) {
    throw new RangeError("a key is made of 12 and 32 random bytes");
  }
  // 12 bytes need 17 digits; the last 16 digits have more than 95 random bits.
  const id = base62(idBytes, 17).slice(1);
  const body = `${prefix}.${id}.${base62(secretBytes, 43)}`;
  return { id: id as KeyId, text: body + checksum(body) };
}

/** True for a text that contains something like a key, whole or cut: it must not be repeated. */
export function resemblesApiKey(text: string): boolean {
  return text.includes(`${prefix}.`);
}

function checksum(text: string): string {
  return digits(BigInt(crc32(text)), checksumDigits);
}

function base62(bytes: Uint8Array, length: number): string {
  return digits(BigInt(`0x${Buffer.from(bytes).toString("hex")}`), length);
}

function digits(value: bigint, length: number): string {
  let text = "";
  for (let rest = value; rest > 0n; rest /= 62n) text = alphabet.charAt(Number(rest % 62n)) + text;
  return text.padStart(length, "0");
}
