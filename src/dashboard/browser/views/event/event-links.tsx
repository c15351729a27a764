import { CopyButton } from "../../components/copy-button.tsx";

/** The address of the sample to pass on. */
export function EventLinks() {
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
    </div>
  );
}
