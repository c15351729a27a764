/** Exceedances. */
export const eventsScope = "v0:events:read";

/** A note on a part that is not shown for want of a scope. */
export function ScopeNote(props: { readonly what: string; readonly scope: string }) {
  return (
    <p class="muted small">
      {props.what} are shown with the scope {props.scope}.
    </p>
  );
}
