import { parameter, replaceParameters } from "../state/address.ts";
import { useFieldValue } from "./use-field-value.ts";

/** Finds sensors among many, by a text that stands in the address. */
export function FindField({ placeholder }: { readonly placeholder: string }) {
  const field = useFieldValue(parameter("find") ?? "");
  return (
    <input
      ref={field}
      type="search"
      aria-label="Find a sensor"
      placeholder={placeholder}
      onInput={(event) => replaceParameters({ find: event.currentTarget.value })}
    />
  );
}
