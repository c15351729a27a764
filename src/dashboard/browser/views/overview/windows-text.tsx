import { counted } from "../../components/level-text.ts";
import type { WindowCounts } from "./use-windows-now.ts";

/** `▲ 2 windows exceeded, 1 budget above 90 %`; `…` before they have come. */
export function WindowsText({ counts }: { readonly counts: WindowCounts | null }) {
  if (counts === null) return <>…</>;
  const { exceeded, nearlyUsed, isWhole } = counts;
  const parts = [
    exceeded > 0 && `${counted(exceeded, "window")} exceeded`,
    nearlyUsed > 0 && `${counted(nearlyUsed, "budget")} above 90 %`,
    !isWhole && "not all verdicts could be read",
  ].filter((part) => part !== false);
  return (
    <span class={exceeded > 0 ? "alarm" : undefined}>
      {exceeded > 0 && <span aria-hidden="true">▲ </span>}
      {parts.length === 0 ? "no window exceeded" : parts.join(", ")}
    </span>
  );
}
