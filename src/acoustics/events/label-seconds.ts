/** The duration of each label of an episode. */
export interface LabelSeconds {
  add(label: string | null, seconds: number): void;
  /** The label with the most seconds, and of equal ones the first by bytes; nulls without a label. */
  longest(): { readonly label: string | null; readonly labelSeconds: number | null };
}

/** Adds up the seconds of labels. Worked example: `train` 300 s, `ship` 200 s and 100 s: `ship`, 300 s. */
export function createLabelSeconds(): LabelSeconds {
  const seconds = new Map<string, number>();
  return {
    add(label, duration) {
      if (label !== null) seconds.set(label, (seconds.get(label) ?? 0) + duration);
    },
    longest() {
      const [first] = [...seconds].toSorted(
        ([left, of], [right, ofRight]) => ofRight - of || compareBytes(left, right),
      );
      return { label: first?.[0] ?? null, labelSeconds: first?.[1] ?? null };
    },
  };
}

/** The order of UTF-8 bytes is the order of code points. */
function compareBytes(left: string, right: string): number {
  const [ofLeft, ofRight] = [Array.from(left), Array.from(right)];
  const length = Math.min(ofLeft.length, ofRight.length);
  for (let index = 0; index < length; index += 1) {
    const difference = (ofLeft[index]?.codePointAt(0) ?? 0) - (ofRight[index]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return ofLeft.length - ofRight.length;
}
