import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/**
 * For a field that a person fills in, and that shows a value of the address. The value is written into the field when
 * it changes. Other renders leave the field as it is: a property `value` would undo at each of them what is being
 * typed.
 */
export function useFieldValue(value: string): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (field.current !== null) field.current.value = value;
  }, [value]);
  return field;
}
