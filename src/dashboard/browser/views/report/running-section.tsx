import type { ComponentChildren } from "preact";

/**
 * A part of the report whose head stands on each of its pages. Browsers repeat the head of a table, which this is in
 * print; no other way to a running head is known to both Chromium and Firefox.
 */
export function RunningSection(props: {
  readonly head: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}) {
  return (
    <section class={`running ${props.class ?? ""}`}>
      <p class="running-head" aria-hidden="true">
        {props.head}
      </p>
      <div class="running-body">{props.children}</div>
    </section>
  );
}
