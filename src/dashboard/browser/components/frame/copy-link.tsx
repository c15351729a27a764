import { address } from "../../state/address.ts";
import { formatAddress } from "../../state/address-text.ts";
import type { LocalRange } from "../../time/range.ts";
import { CopyButton } from "../copy-button.tsx";

/**
 * Copies the address of what is shown, its range written out: else the link would go on with the
 * days. It is disabled until the range of the project is known.
 */
export function CopyLink(props: {
  readonly class?: string;
  readonly range: LocalRange | null;
  readonly isKnown: boolean;
}) {
  const { range, isKnown } = props;
  const days = range === null ? {} : { from: range.from, to: range.to };
  const { parameters } = address.value;
  const fragment = formatAddress({ ...address.value, parameters: { ...parameters, ...days } });
  const { href } = new URL(fragment, location.href);
  return (
    <span class={`copy-link ${props.class ?? ""}`}>
      <input
        class="visually-hidden"
        readOnly
        tabIndex={-1}
        aria-label="Address of this view"
        value={href}
      />
      <CopyButton key={href} name="Copy link" disabled={!isKnown} />
    </span>
  );
}
