/*
 * Rows of whole numbers as one text, `row(...)::text` one after the other, which the server writes and
 * this process reads in less time than rows of several columns. Example: `(1577836800,6512,)(1577837100,-150,0)`.
 */

/** Reads the numbers of such a text one by one, in the order in which they stand. */
export interface NumberReader {
  hasMore(): boolean;
  /** Null where nothing stands between two commas. */
  next(): number | null;
}

export function createNumberReader(text: string): NumberReader {
  let index = 0;
  return {
    hasMore: () => index < text.length,
    next() {
      if (text.charCodeAt(index) === opening) index++;
      const isNegative = text.charCodeAt(index) === minus;
      if (isNegative) index++;
      const start = index;
      let value = 0;
      let code = text.charCodeAt(index);
      while (code >= zero && code <= nine) {
        value = value * 10 + code - zero;
        code = text.charCodeAt(++index);
      }
      const isNumber = index > start;
      // The comma or the parenthesis behind it.
      index++;
      if (!isNumber) return null;
      return isNegative ? -value : value;
    },
  };
}

const minus = 0x2d;
const zero = 0x30;
const nine = 0x39;
const opening = 0x28;
