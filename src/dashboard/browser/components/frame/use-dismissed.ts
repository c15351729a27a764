import { useEffect, useRef } from "preact/hooks";

/** Closes an open menu by Esc, which leads back to its button, and once something else is pressed or focused. */
export function useDismissed() {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const dismiss = (event: Event) => {
      const { current } = menu;
      if (current?.open !== true) return;
      const isEscape = event instanceof KeyboardEvent && event.key === "Escape";
      const isOutside = event.type !== "keydown" && !event.composedPath().includes(current);
      if (isEscape) current.querySelector("summary")?.focus();
      if (isEscape || isOutside) current.open = false;
    };
    for (const name of events) document.addEventListener(name, dismiss);
    return () => {
      for (const name of events) document.removeEventListener(name, dismiss);
    };
  }, []);
  return menu;
}

const events = ["keydown", "pointerdown", "focusin"];
