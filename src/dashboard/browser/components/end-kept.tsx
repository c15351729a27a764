/** A name whose last word stays where there is no room for all of it: names that are alike differ at their end. */
export function EndKept(props: { readonly name: string; readonly class?: string }) {
  return (
    <span class={`end-kept ${props.class ?? ""}`} title={props.name}>
      {splitAtEnd(props.name).map((part, index) => (
        <span key={index}>{part}</span>
      ))}
    </span>
  );
}

/** All but the last word, and that with the space before it. */
export function splitAtEnd(name: string): readonly [start: string, end: string] {
  const at = Math.max(0, name.trimEnd().lastIndexOf(" "));
  return [name.slice(0, at), name.slice(at)];
}
