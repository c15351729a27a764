import type { WriteStream } from "node:tty";

/** Shows how far long work has come: a bar on a terminal, now and then a line elsewhere. */
export interface Progress {
  /** `fraction` from 0 to 1. */
  show(fraction: number, text: string): void;
  /** Takes the bar away, before other text is written. */
  clear(): void;
}

/** `now` in milliseconds. */
export function createProgress(
  stream: Pick<WriteStream, "isTTY" | "write"> & { readonly columns?: number },
  now: () => number,
): Progress {
  const pause = stream.isTTY ? 100 : 2000;
  let last = now();
  let isShown = false;
  return {
    show(fraction, text) {
      if (now() - last < pause) return;
      last = now();
      const percent = `${Math.floor(fraction * 100)} %`;
      if (!stream.isTTY) {
        stream.write(`${percent} ${text}\n`);
        return;
      }
      const filled = Math.floor(fraction * barWidth);
      const bar = "#".repeat(filled).padEnd(barWidth, ".");
      const line = `[${bar}] ${percent.padStart(5)} ${text}`;
      // One that goes on in the next row could not be taken away.
      stream.write(`${clearLine}${line.slice(0, (stream.columns ?? 80) - 1)}`);
      isShown = true;
    },
    clear() {
      if (isShown) stream.write(clearLine);
      isShown = false;
    },
  };
}

const barWidth = 30;
const clearLine = "\r\u001b[2K";
