/** The length of a header. The content of a file is padded to a multiple of it. */
export const blockBytes = 512;

/** Two empty blocks end an archive. */
export const archiveEnd = Buffer.alloc(2 * blockBytes);

/**
 * The header of a regular file in the form `ustar` of POSIX. For a name and a size, only one header is possible. So a
 * reader compares headers, and refuses links, sparse files and long names without further rules.
 */
export function tarHeader(name: string, byteLength: number): Buffer {
  const slash = name.lastIndexOf("/");
  const block = Buffer.alloc(blockBytes);
  const write = (at: number, text: string) => block.write(text, at, "latin1");
  write(0, name.slice(slash + 1));
  write(100, "0000600"); // mode
  write(108, "0000000"); // user
  write(116, "0000000"); // group
  write(124, octal(byteLength, 11));
  write(136, octal(0, 11)); // time
  // For the sum, the checksum field has spaces. The type of a regular file is 0.
  write(148, `${" ".repeat(8)}0`);
  write(257, "ustar");
  write(263, "00");
  write(345, name.slice(0, Math.max(slash, 0)));
  const sum = block.reduce((total, byte) => total + byte, 0);
  write(148, `${octal(sum, 6)}\0 `);
  return block;
}

/** The name and the size in a header of `tarHeader`; null for any other block. */
export function parseTarHeader(
  block: Buffer,
): { readonly name: string; readonly byteLength: number } | null {
  const textAt = (start: number, end: number) =>
    block.toString("latin1", start, end).split("\0", 1)[0];
  const folder = textAt(345, 500);
  const name = `${folder === "" ? "" : `${folder}/`}${textAt(0, 100)}`;
  const byteLength = Number.parseInt(textAt(124, 136) ?? "", 8);
  if (!Number.isSafeInteger(byteLength) || byteLength < 0) return null;
  return tarHeader(name, byteLength).equals(block) ? { name, byteLength } : null;
}

/** The bytes that follow content of this length, up to the next block. */
export function paddingAfter(byteLength: number): Buffer {
  return archiveEnd.subarray(0, -byteLength & (blockBytes - 1));
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, "0");
}
