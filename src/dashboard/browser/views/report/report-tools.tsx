import "./report-tools.css";
import { capitalised } from "../../components/level-text.ts";
import { Segments } from "../../components/segments.tsx";
import { pushParameters } from "../../state/address.ts";
import { refreshShownUntil } from "../../state/shown-until.ts";
import { useProject } from "../../state/project-scope.tsx";
import { localClockSeconds } from "../../time/local-time.ts";
import { typeWords, wordNames, wordsOf } from "./report-form.ts";
import { mostSensors } from "./report-choice.ts";
import { type Language, languages } from "../../words/words.ts";

/** The controls of a report, which are not printed: of which sensors it is, and the PDF. */
export function ReportTools(props: {
  readonly sensorIds: readonly string[];
  readonly isShort: boolean;
  readonly language: Language;
  readonly isReady: boolean;
  /** True if the permit is typed: the site has none. */
  readonly withPermit: boolean;
}) {
  const { sensorIds, isShort, language, isReady, withPermit } = props;
  const { project, range, isSoFar, zone } = useProject();
  const { sensors } = project;
  const choose = (id: string, isChosen: boolean) => {
    const ids = sensors.map((sensor) => sensor.id);
    const chosen = ids.filter((other) => (other === id ? isChosen : sensorIds.includes(other)));
    const isAll = chosen.length === 0 || chosen.length === ids.length;
    pushParameters({ sensors: isAll ? undefined : chosen.join(",") });
  };
  return (
    <div class="report-tools row spread no-print">
      <details>
        <summary>
          Sensors: {sensorIds.length} of {sensors.length}
        </summary>
        <fieldset class="small">
          <legend>
            Sensors of the report{sensors.length > mostSensors && `, at most ${mostSensors}`}
          </legend>
          {sensors.map(({ id, name }) => (
            <label key={id} class="row one-line">
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
      <div class="report-words small">
        {wordNames.map(
          (name) =>
            (withPermit || name !== "permit") && (
              <label key={name}>
                <span>{capitalised(name)}</span>
                <input
                  type="text"
                  maxLength={500}
                  value={wordsOf(project.id)[name]}
                  onInput={(event) => typeWords(project.id, { [name]: event.currentTarget.value })}
                />
              </label>
            ),
        )}
      </div>
      <div class="row">
        <select
          aria-label="Language"
          value={language}
          onChange={({ currentTarget: { value } }) =>
            pushParameters({ language: value === "en" ? undefined : value })
          }
        >
          {Object.entries(languages).map(([code, name]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
        <Segments
          label="Form"
          options={[
            [false, "Full"],
            [true, "Short"],
          ]}
          chosen={isShort}
          onChoose={(chosen) => pushParameters({ form: chosen ? "short" : undefined })}
        />
        <p class="muted small" role="status">
          {isReady ? "Ready to print, or to be saved as a PDF." : "Reading the figures."}
          {isSoFar && ` As of ${localClockSeconds(range.last, zone)}.`}
        </p>
        {isSoFar && (
          <button type="button" onClick={refreshShownUntil}>
            Update
          </button>
        )}
        <button type="button" class="primary" disabled={!isReady} onClick={() => print()}>
          PDF
        </button>
      </div>
    </div>
  );
}
