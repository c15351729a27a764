/**
 * The times of the rows of a file: whole numbers by sensor. Memory is about two bytes a row, so that a file of any
 * length fits: blocks of 65,536 units are sorted lists, and become bit sets once they are long.
 */
export interface SeenTimes {
  /** Adds a time. Returns false if the sensor had it before. */
  add(sensorNo: number, time: number): boolean;
  /** The sensor's next time after this one; `atMost` if it has none before that. */
  after(sensorNo: number, time: number, atMost: number): number;
}

export function createSeenTimes(): SeenTimes {
  const sensors = new Map<number, Map<number, Block>>();
  return {
    add(sensorNo, time) {
      let blocks = sensors.get(sensorNo);
      if (blocks === undefined) sensors.set(sensorNo, (blocks = new Map()));
      const number = Math.floor(time / blockLength);
      let block = blocks.get(number);
      if (block === undefined)
        blocks.set(number, (block = { list: new Uint16Array(16), length: 0, bits: null }));
      return addTo(block, time - number * blockLength);
    },
    after(sensorNo, time, atMost) {
      const blocks = sensors.get(sensorNo);
      for (let from = Math.floor(time) + 1; from < atMost;) {
        const number = Math.floor(from / blockLength);
        const start = number * blockLength;
        const block = blocks?.get(number);
        const offset = block === undefined ? -1 : nextIn(block, from - start);
        if (offset !== -1) return Math.min(atMost, start + offset);
        from = start + blockLength;
      }
      return atMost;
    },
  };
}

const blockLength = 65_536;

interface Block {
  /** Ascending; only the first `length` are used. */
  list: Uint16Array;
  length: number;
  bits: Uint8Array | null;
}

function addTo(block: Block, offset: number): boolean {
  const { bits } = block;
  if (bits !== null) {
    const [byte = 0, bit] = [bits[offset >> 3], 1 << (offset & 7)];
    bits[offset >> 3] = byte | bit;
    return (byte & bit) === 0;
  }
  const position = positionOf(block, offset);
  if (position < block.length && block.list[position] === offset) return false;
  if (block.length === block.list.length) {
    if (block.length === longestList) {
      block.bits = new Uint8Array(blockLength / 8);
      for (const held of block.list) addTo(block, held);
      block.list = new Uint16Array(0);
      return addTo(block, offset);
    }
    const longer = new Uint16Array(block.length * 2);
    longer.set(block.list);
    block.list = longer;
  }
  block.list.copyWithin(position + 1, position, block.length);
  block.list[position] = offset;
  block.length += 1;
  return true;
}

const longestList = 2048;

/** The position of the first offset that is not lower. */
function positionOf({ list, length }: Block, offset: number): number {
  // Most rows are later than those before them.
  if (length === 0 || (list[length - 1] ?? 0) < offset) return length;
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first offset in a block from here on; -1: there is none. */
function nextIn(block: Block, from: number): number {
  const { bits, list, length } = block;
  if (bits === null) {
    const position = positionOf(block, from);
    return position < length ? (list[position] ?? -1) : -1;
  }
  for (let offset = from; offset < blockLength; offset += 1) {
    if (((bits[offset >> 3] ?? 0) & (1 << (offset & 7))) !== 0) return offset;
  }
  return -1;
}
