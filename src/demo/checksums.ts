/** CRC-8 of a FLAC frame's header: x^8 + x^2 + x + 1, from 0 (RFC 9639, 9.1.8). */
export function crc8(bytes: Uint8Array): number {
  return crc(bytes, 8, table8);
}

/** CRC-16 of a whole FLAC frame: x^16 + x^15 + x^2 + 1, from 0 (RFC 9639, 9.3). */
export function crc16(bytes: Uint8Array): number {
  return crc(bytes, 16, table16);
}

const table8 = createTable(8, 0x07);
const table16 = createTable(16, 0x8005);

function crc(bytes: Uint8Array, width: number, table: Uint16Array): number {
  const mask = 2 ** width - 1;
  let remainder = 0;
  for (const byte of bytes) {
    const index = ((remainder >> (width - 8)) ^ byte) & 0xff;
    remainder = ((remainder << 8) ^ (table[index] ?? 0)) & mask;
  }
  return remainder;
}

/** What each byte leaves, divided by the polynomial. */
function createTable(width: number, polynomial: number): Uint16Array {
  const top = 2 ** (width - 1);
  return Uint16Array.from({ length: 256 }, (_, byte) => {
    let remainder = byte << (width - 8);
    for (let bit = 0; bit < 8; bit += 1) {
      remainder = (remainder << 1) ^ ((remainder & top) === 0 ? 0 : polynomial);
    }
    return remainder & (2 ** width - 1);
  });
}
