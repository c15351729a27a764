import "./help-dialog.css";
import { useEffect, useRef } from "preact/hooks";
import { hasShortcuts, isForFieldOrDialog, shortcuts } from "./shortcuts.ts";

/** The keys, and a switch for those that are single letters. */
export function HelpDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key === "?" && hasShortcuts.value && !isForFieldOrDialog(event))
        dialog.current?.showModal();
    };
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
  return (
    <>
      <button type="button" aria-label="Help and keys" onClick={() => dialog.current?.showModal()}>
        ?
      </button>
      <dialog ref={dialog} class="help-dialog" aria-labelledby="help-title">
        <h2 id="help-title" tabIndex={-1} autofocus>
          Keys
        </h2>
        <table>
          <tbody>
            {shortcuts.map(([keys, meaning]) => (
              <tr key={keys}>
                <th scope="row">
                  <kbd>{keys}</kbd>
                </th>
                <td>{meaning}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <label class="row">
          <input
            type="checkbox"
            checked={hasShortcuts.value}
            onChange={(event) => (hasShortcuts.value = event.currentTarget.checked)}
          />
          Single keys do something
        </label>
        <p class="small muted">
          An exceedance is a sample above the limit by today's schedule. It is not by itself a
          breach of a permit.
        </p>
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </dialog>
    </>
  );
}
