/** How long each label of an episode lasts. */
export interface LabelSeconds {
  add(label: string | null, seconds: number): void;
  /** The label with the most seconds, the first by bytes of equals; nulls without a label. */
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

/** Texts are in the order of their UTF-8 bytes if they are in that of their code points. */
function compareBytes(left: string, right: string): number {
  const [ofLeft, ofRight] = [Array.from(left), Array.from(right)];
  const length = Math.min(ofLeft.length, ofRight.length);
  for (let index = 0; index < length; index += 1) {
    const difference = (ofLeft[index]?.codePointAt(0) ?? 0) - (ofRight[index]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return ofLeft.length - ofRight.length;
}
