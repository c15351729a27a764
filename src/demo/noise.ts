/**
 * Noise that is a function: the same seed, place and channel give the same number, so a generated
 * sample depends on its own instant and not on when, or in what order, samples are generated.
 */
export function noise(seed: number, place: number, channel: number): number {
  return mix(mix(mix(seed) ^ place) ^ channel) / 2 ** 32;
}

/** Slow noise from 0 to 1: straight lines between the noise of neighbouring whole places. */
export function driftingNoise(seed: number, place: number, channel: number): number {
  const from = Math.floor(place);
  const share = place - from;
  return (1 - share) * noise(seed, from, channel) + share * noise(seed, from + 1, channel);
}

/** The finalizer of MurmurHash3: each bit of 32 depends on every bit that goes in. */
function mix(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
