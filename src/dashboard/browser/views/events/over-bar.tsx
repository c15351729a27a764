import { exactText, signedTwoDecimals } from "../../components/level-text.ts";

/** How far above the limit, as text and as a bar that is full at 20 dB. */
export function OverBar({ over }: { readonly over: number }) {
  return (
    <span class="over-bar row one-line" title={`${exactText(over)} dB above the limit`}>
      <svg viewBox="0 0 20 1" preserveAspectRatio="none" aria-hidden="true">
        <rect fill="var(--nodata-soft)" width="20" height="1" />
        <rect fill="var(--alarm)" width={Math.min(20, Math.max(0.3, over))} height="1" />
      </svg>
      <span class="alarm">{signedTwoDecimals(over)}</span>
    </span>
  );
}
