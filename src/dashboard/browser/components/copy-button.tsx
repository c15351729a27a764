import { useState } from "preact/hooks";

/** Copies the text that stands before it, and says so. Where the browser refuses, it selects the text for a key. */
export function CopyButton(props: {
  readonly name: string;
  readonly label?: string;
  readonly disabled?: boolean;
}) {
  const [outcome, setOutcome] = useState<string | null>(null);
  const copy = async (button: HTMLElement) => {
    const shown = button.previousElementSibling;
    if (shown === null) return;
    const isDone = await isCopied(shown);
    if (isDone) button.focus();
    setOutcome(isDone ? "Copied" : "Press Ctrl+C or ⌘C");
  };
  return (
    <button
      type="button"
      disabled={props.disabled}
      aria-label={outcome === null ? props.label : undefined}
      onClick={(event) => void copy(event.currentTarget)}
    >
      {outcome ?? props.name}
    </button>
  );
}

/** Without a clipboard, which pages of HTTPS and of the own machine have, the text is copied from a selection. */
async function isCopied(shown: Element): Promise<boolean> {
  const field = shown instanceof HTMLInputElement ? shown : null;
  try {
    await navigator.clipboard.writeText(field?.value ?? shown.textContent);
    return true;
  } catch {
    getSelection()?.selectAllChildren(shown);
    field?.focus();
    field?.select();
    return document.execCommand("copy");
  }
}
