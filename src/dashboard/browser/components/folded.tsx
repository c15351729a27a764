import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

/** Content that is made when it is unfolded. */
export function Folded(props: {
  readonly summary: string;
  readonly class?: string;
  readonly children: () => ComponentChildren;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class={props.class} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{props.summary}</summary>
      {isOpen && props.children()}
    </details>
  );
}
