import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

/** Content that is made when it is unfolded. */
export function Folded(props: {
  readonly summary: string;
  readonly class?: string;
  /** Paper shows it, too. */
  readonly isPrinted?: boolean;
  readonly children: () => ComponentChildren;
}) {
  const [isOpen, setOpen] = useState(false);
  const isPrinting = usePrinting();
  const isShown = isOpen || (props.isPrinted === true && isPrinting);
  return (
    <details
      class={props.class}
      open={isShown}
      onToggle={({ currentTarget: { open } }) => isPrinting || setOpen(open)}
    >
      <summary>{props.summary}</summary>
      {isShown && props.children()}
    </details>
  );
}

/** True from the moment before a page is printed. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    addEventListener("beforeprint", () => setPrinting(true), { signal });
    addEventListener("afterprint", () => setPrinting(false), { signal });
    return () => controller.abort();
  }, []);
  return isPrinting;
}
