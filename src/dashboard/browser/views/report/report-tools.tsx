import { pushParameters } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import { mostSensors } from "./report-parts.ts";

/** The controls of a report, which are not printed: of which sensors it is, and the PDF. */
export function ReportTools(props: {
  readonly sensorIds: readonly string[];
  readonly isReady: boolean;
  /** Parts that are drawn, and how many the report has as far as that is known. */
  readonly drawn: number;
  readonly parts: number | null;
}) {
  const { sensorIds, isReady } = props;
  const { project } = useProject();
  const { sensors } = project;
  const choose = (id: string, isChosen: boolean) => {
    const ids = sensors.map((sensor) => sensor.id);
    const chosen = ids.filter((other) => (other === id ? isChosen : sensorIds.includes(other)));
    const isAll = chosen.length === 0 || chosen.length === ids.length;
    pushParameters({ sensors: isAll ? undefined : chosen.join(",") });
  };
  return (
    <div class="report-tools no-print">
      <details>
        <summary>
          Sensors: {sensorIds.length} of {sensors.length}
        </summary>
        <fieldset>
          <legend>
            Sensors of the report{sensors.length > mostSensors && `, at most ${mostSensors}`}
          </legend>
          {sensors.map(({ id, name }) => (
            <label key={id}>
              <input
                type="checkbox"
                checked={sensorIds.includes(id)}
                disabled={!sensorIds.includes(id) && sensorIds.length >= mostSensors}
                onChange={(event) => choose(id, event.currentTarget.checked)}
              />
              <span>{name}</span>
            </label>
          ))}
        </fieldset>
      </details>
      <div class="row">
        <p class="muted small" role="status">
          {isReady ? "Ready to print, or to be saved as a PDF." : progressText(props)}
        </p>
        <button type="button" class="primary" disabled={!isReady} onClick={() => print()}>
          PDF
        </button>
      </div>
    </div>
  );
}

function progressText(props: { readonly drawn: number; readonly parts: number | null }): string {
  return props.parts === null
    ? "Reading the figures"
    : `Drawing: ${props.drawn} of ${props.parts} parts`;
}
