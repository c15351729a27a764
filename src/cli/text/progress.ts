import type { WriteStream } from "node:tty";

/** Shows the progress of long work: a bar on a terminal, else a line every two seconds. `now` in milliseconds. */
export function createProgress(
  stream: Pick<WriteStream, "isTTY" | "write"> & { readonly columns?: number } = process.stderr,
  now: () => number = Date.now,
) {
  const pause = stream.isTTY ? 100 : 2000;
  let last = now();
  let isShown = false;
  return {
    /** `fraction` from 0 to 1. */
    show(fraction: number, text: string) {
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
      // A bar that is longer than a row could not be cleared.
      stream.write(`${clearLine}${line.slice(0, (stream.columns ?? 80) - 1)}`);
      isShown = true;
    },
    /** Clears the bar, before other text is written. */
    clear() {
      if (isShown) stream.write(clearLine);
      isShown = false;
    },
  };
}

const barWidth = 30;
const clearLine = "\r\u001b[2K";
