import { effect, signal } from "@preact/signals";
import { address } from "./address.ts";

/**
 * The instant at which what is shown ends at the latest, in Unix seconds: now, as it was when the address changed or
 * the view was refreshed. All parts of a view use the same one, so that their counts agree.
 */
export const shownUntil = signal(currentSecond());

effect(() => {
  void address.value;
  refreshShownUntil();
});

/** Moves the end of what is shown to now. */
export function refreshShownUntil(): void {
  shownUntil.value = currentSecond();
}

function currentSecond(): number {
  return Math.floor(Date.now() / 1000);
}
