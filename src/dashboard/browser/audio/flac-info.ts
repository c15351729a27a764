/** The stream information in the first bytes of a FLAC file. */
export interface FlacInfo {
  readonly sampleRate: number;
  readonly channels: number;
  readonly bitsPerSample: number;
  /** In each channel; null where the file does not say. */
  readonly totalSamples: number | null;
  readonly durationSeconds: number | null;
}

/** `fLaC`, a header of four bytes, and of the block what is read here. */
const leastBytes = 4 + 4 + 18;

/**
 * Reads the STREAMINFO block, which every FLAC file begins with (RFC 9639, 6 and 8.2); null for another file.
 * Browsers decode a file at the rate of their own output unless they are told that of the file.
 *
 * Worked example: the bytes `0A C4 42 F0 00 0D 7A 40` are 44,100 Hz, 2 channels, 16 bits and 883,264 samples.
 */
export function readFlacInfo(file: Uint8Array): FlacInfo | null {
  if (file.length < leastBytes) return null;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const isFlac = view.getUint32(0) === 0x664c6143;
  const blockType = view.getUint8(4) & 0x7f;
  if (!isFlac || blockType !== 0) return null;
  // 20 bits of rate, 3 of channels less one, 5 of bits less one, 36 of samples.
  const high = view.getUint32(18);
  const low = view.getUint32(22);
  const sampleRate = high >>> 12;
  if (sampleRate === 0) return null;
  const samples = (high & 0xf) * 2 ** 32 + low;
  const totalSamples = samples === 0 ? null : samples;
  return {
    sampleRate,
    channels: ((high >>> 9) & 0x7) + 1,
    bitsPerSample: ((high >>> 4) & 0x1f) + 1,
    totalSamples,
    durationSeconds: totalSamples === null ? null : totalSamples / sampleRate,
  };
}
