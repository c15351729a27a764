import { viewer } from "#dashboard/browser/state/api-key.ts";

/** Exceedances. */
export const eventsScope = "v0:events:read";

/** Whether it is known that a key lacks a scope: what needs it is not asked for. */
export function lacksScope(scope: string): boolean {
  return viewer.value?.scopes.includes(scope) === false;
}

/** What is not shown, for want of which scope. */
export function ScopeNote(props: { readonly what: string; readonly scope: string }) {
  return (
    <p class="muted small">
      {props.what} are shown with the scope {props.scope}.
    </p>
  );
}
