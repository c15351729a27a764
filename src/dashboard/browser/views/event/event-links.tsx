import { useRef, useState } from "preact/hooks";
import { copyText } from "../../components/copy-text.ts";
import { downloadText } from "../../export/download.ts";
import type { EventSample } from "./event-view.tsx";

/** The address of the sample to pass on, and the sample as the server gave it. */
export function EventLinks({ sample }: { readonly sample: EventSample }) {
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    field.current?.select();
    await copyText(location.href);
    setCopied(true);
  };
  return (
    <div class="event-links row no-print">
      <input
        ref={field}
        class="event-address muted"
        type="text"
        readOnly
        aria-label="Address of this sample"
        value={location.href}
        onFocus={(event) => event.currentTarget.select()}
      />
      <button type="button" onClick={() => void copy()}>
        {isCopied ? "Copied" : "Copy link"}
      </button>
      <button
        type="button"
        onClick={() =>
          downloadText(
            `${sample.id}.json`,
            "application/json",
            `${JSON.stringify(sample, null, 1)}\n`,
          )
        }
      >
        JSON
      </button>
    </div>
  );
}
