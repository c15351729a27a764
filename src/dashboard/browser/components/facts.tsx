import type { ComponentChildren } from "preact";

/** Names with their values; those without a value are left out. */
export function Facts(props: {
  readonly class?: string;
  readonly facts: readonly (readonly [
    name: string,
    value: ComponentChildren,
    title?: string | undefined,
  ])[];
}) {
  return (
    <dl class={props.class}>
      {props.facts.map(
        ([name, value, title]) =>
          value !== null &&
          value !== false && (
            <div key={name}>
              <dt>{name}</dt>
              <dd title={title}>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
