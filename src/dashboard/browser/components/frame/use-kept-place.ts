import { useEffect, useRef } from "preact/hooks";
import { address } from "../../state/address.ts";
import { takePlace } from "../../state/kept-place.ts";

/**
 * The focus goes to the heading of a new view, so that it is announced; after a way back, to where it was. It stands
 * outside the frame, which is made anew for another project.
 */
export function useKeptPlace(): void {
  const { view, project, sensor, sample } = address.value;
  const shown = `${view} ${project} ${sensor} ${sample}`;
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return undefined;
    before.current = shown;
    return takePlace();
  }, [shown]);
}
