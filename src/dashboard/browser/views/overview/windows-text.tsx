import { counted } from "../../components/level-text.ts";
import type { ProjectWindows } from "./use-windows-now.ts";

/** `▲ 2 windows exceeded, 1 budget above 90 %`. */
export function WindowsText({ windows }: { readonly windows: ProjectWindows }) {
  const { exceeded, nearlyUsed, isWhole } = windows;
  const parts = [
    exceeded > 0 && `${counted(exceeded, "window")} exceeded`,
    nearlyUsed > 0 && `${counted(nearlyUsed, "budget")} above 90 %`,
    !isWhole && "not all verdicts could be read",
  ].filter((part) => part !== false);
  return (
    <>
      {exceeded > 0 && <span aria-hidden="true">▲ </span>}
      {parts.length === 0 ? "no window exceeded" : parts.join(", ")}
    </>
  );
}
