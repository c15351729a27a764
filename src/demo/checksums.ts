/** CRC-8 of a FLAC frame's header: x^8 + x^2 + x + 1, from 0 (RFC 9639, 9.1.8). */
export function crc8(bytes: Uint8Array): number {
  return crc(bytes, 8, 0x07);
}

/** CRC-16 of a whole FLAC frame: x^16 + x^15 + x^2 + 1, from 0 (RFC 9639, 9.3). */
export function crc16(bytes: Uint8Array): number {
  return crc(bytes, 16, 0x8005);
}

function crc(bytes: Uint8Array, width: number, polynomial: number): number {
  const top = 1 << (width - 1);
  const mask = top * 2 - 1;
  let remainder = 0;
  for (const byte of bytes) {
    remainder ^= byte << (width - 8);
    for (let bit = 0; bit < 8; bit += 1) {
      remainder = ((remainder << 1) ^ ((remainder & top) === 0 ? 0 : polynomial)) & mask;
    }
  }
  return remainder;
}
