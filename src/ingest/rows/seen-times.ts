/**
 * The times of the rows of a file: whole numbers by sensor. Memory is two bytes for most rows, so that a file of any
 * length fits: blocks of 32,768 units are sorted lists, in which an insertion moves little, whatever the order.
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
        blocks.set(number, (block = { list: new Uint16Array(8), length: 0 }));
      return addTo(block, time - number * blockLength);
    },
    after(sensorNo, time, atMost) {
      const blocks = sensors.get(sensorNo);
      for (let from = Math.floor(time) + 1; from < atMost;) {
        const number = Math.floor(from / blockLength);
        const start = number * blockLength;
        const block = blocks?.get(number);
        const position = block === undefined ? 0 : positionOf(block, from - start);
        const offset = position < (block?.length ?? 0) ? block?.list[position] : undefined;
        if (offset !== undefined) return Math.min(atMost, start + offset);
        from = start + blockLength;
      }
      return atMost;
    },
  };
}

const blockLength = 32_768;

interface Block {
  /** Ascending; only the first `length` are used. */
  list: Uint16Array;
  length: number;
}

function addTo(block: Block, offset: number): boolean {
  const position = positionOf(block, offset);
  if (position < block.length && block.list[position] === offset) return false;
  if (block.length === block.list.length) {
    const longer = new Uint16Array(block.length * 2);
    longer.set(block.list);
    block.list = longer;
  }
  block.list.copyWithin(position + 1, position, block.length);
  block.list[position] = offset;
  block.length += 1;
  return true;
}

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
