import { useLayoutEffect, useRef } from "preact/hooks";

/** Closes a part of the page by Esc, unless the key did something else. */
export function useEscape(onClose: () => void): void {
  const close = useRef(onClose);
  close.current = onClose;
  // Before the part is seen: a person may press the key at once.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) close.current();
    };
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}
