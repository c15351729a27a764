import { useEffect, useRef } from "preact/hooks";
import type { Playback } from "../../audio/playback.ts";
import { hasShortcuts, isForFieldOrDialog } from "../../components/frame/shortcuts.ts";

/** Space plays and pauses, arrows move by a second: in the player, or without a focus. A button keeps its space. */
export function usePlayerKeys(
  block: { readonly current: HTMLElement | null },
  toggle: () => void,
  playback: Playback | null,
): void {
  const actions = useRef({ toggle, playback });
  actions.current = { toggle, playback };
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const { target } = event;
      const isInside = target instanceof Node && block.current?.contains(target) === true;
      const isFree = target === document.body || target === document.querySelector("main");
      const isHere = isInside || (isFree && hasShortcuts.value && !isForFieldOrDialog(event));
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented;
      if (!isHere || !isPlain || isVolume(target)) return;
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const { current } = actions;
      if (by !== undefined && current.playback !== null) {
        current.playback.seek(current.playback.time.value + by);
      } else if (event.key === " " && !(target instanceof HTMLButtonElement)) {
        current.toggle();
      } else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}

function isVolume(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest(".volume, select, .data-table") !== null;
}
