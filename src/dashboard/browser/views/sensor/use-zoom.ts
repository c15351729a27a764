import { useRef } from "preact/hooks";
import { parameter, replaceParameters } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import { dayNumber } from "../../time/local-time.ts";
import { daysOf, rangeOfDays, rangeOfSeconds } from "../../time/range.ts";

export type Zoom = ReturnType<typeof useZoom>;

const shortest = 600;

/** Pan and zoom of the view's plots: they change the range in the address, without steps of the history. */
export function useZoom() {
  const { range, zone, contract } = useProject();
  const before = useRef<{ from: string | undefined; to: string | undefined } | null>(null);
  const put = (first: number, last: number) => {
    const { from, to } = rangeOfSeconds(first, last, zone);
    replaceParameters({ from, to });
  };
  return {
    /** Shows a part of time, both ends inside, cut to the contract and ten minutes long at least. */
    show: (first: number, last: number) => {
      before.current ??= { from: parameter("from"), to: parameter("to") };
      const length = Math.max(shortest, last - first + 1);
      let start = first;
      if (contract !== null) {
        start = Math.max(contract.first, Math.min(start, contract.last + 1 - length));
      }
      put(start, Math.min(start + length - 1, contract?.last ?? Infinity));
    },
    /** Back to what was shown before the first zoom; else to whole days. */
    reset: () => {
      const { from, to } = before.current ?? {};
      if (before.current !== null) replaceParameters({ from, to });
      else if (dayNumber(range.from) === null || dayNumber(range.to) === null) {
        const days = daysOf(range, zone);
        const whole = rangeOfDays(days.from, days.to, zone);
        replaceParameters({ from: whole.from, to: whole.to });
      }
      before.current = null;
    },
  };
}
