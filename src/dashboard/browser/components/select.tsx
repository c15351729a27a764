/** A choice of one of many values. */
export function Select(props: {
  /** Its name, where no label is around it. */
  readonly label?: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly chosen: string;
  readonly onChoose: (value: string) => void;
}) {
  return (
    <select
      aria-label={props.label}
      value={props.chosen}
      onChange={(event) => props.onChoose(event.currentTarget.value)}
    >
      {props.options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}
