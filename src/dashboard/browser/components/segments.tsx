/** A choice of a few values, side by side; the one that holds is pressed. */
export function Segments<Value extends string | number | boolean>(props: {
  readonly label: string;
  readonly options: readonly (readonly [value: Value, text: string, title?: string])[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
  readonly class?: string;
}) {
  return (
    <div class={props.class ?? "segments"} role="group" aria-label={props.label}>
      {props.options.map(([value, text, title]) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === props.chosen}
          title={title}
          onClick={() => props.onChoose(value)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
