import { CopyButton } from "../../components/copy-button.tsx";
import { downloadText } from "../../export/download.ts";
import type { EventSample } from "./event-sample.ts";

/** The address of the sample to pass on, and the sample as the server gave it. */
export function EventLinks({ sample }: { readonly sample: EventSample }) {
  return (
    <div class="event-links row no-print">
      <input
        class="event-address muted"
        type="text"
        readOnly
        aria-label="Address of this sample"
        value={location.href}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton name="Copy link" />
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
