/** Exceedances. */
export const eventsScope = "v0:events:read";

/** What is not shown, for want of which scope. */
export function ScopeNote(props: { readonly what: string; readonly scope: string }) {
  return (
    <p class="muted small">
      {props.what} are shown with the scope {props.scope}.
    </p>
  );
}
