import "./help-dialog.css";
import { useRef } from "preact/hooks";

/** The keys of a focused plot. */
const keysOfPlot = [
  ["← →", "previous and next sample; with Shift a day"],
  ["+ −", "zoom"],
  ["Enter", "open the sample"],
  ["Esc", "reset the zoom"],
] as const;

/** The keys of a plot, and what an exceedance is. */
export function HelpDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <button type="button" aria-label="Help and keys" onClick={() => dialog.current?.showModal()}>
        ?
      </button>
      <dialog ref={dialog} class="help-dialog card" aria-labelledby="help-title">
        <h2 id="help-title" tabIndex={-1} autofocus>
          Keys in a plot
        </h2>
        <table>
          <tbody>
            {keysOfPlot.map(([keys, meaning]) => (
              <tr key={keys}>
                <th scope="row">
                  <kbd>{keys}</kbd>
                </th>
                <td>{meaning}</td>
              </tr>
            ))}
          </tbody>
        </table>
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
