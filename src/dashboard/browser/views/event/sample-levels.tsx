import { exactLevel } from "../../components/level-text.ts";
import { LabelsNote } from "../../components/labels-note.tsx";
import { percentText } from "../../components/share-text.ts";
import { useProject } from "../../state/project-scope.tsx";
import type { EventSample } from "./event-view.tsx";

/** All levels that the meter reported, as served, and what a model heard. */
export function SampleLevels({ sample }: { readonly sample: EventSample }) {
  const { classification } = sample;
  const { project } = useProject();
  const reported = levels.filter(([name]) => sample[name] !== null);
  return (
    <section class="card stack" aria-labelledby="sample-levels">
      <h2 id="sample-levels">Levels</h2>
      {reported.length === 0 ? (
        <p class="muted">The meter reported no level.</p>
      ) : (
        <table>
          <caption class="visually-hidden">Levels of this sample</caption>
          <thead>
            <tr>
              <th scope="col">Level</th>
              <th scope="col" class="number">
                dB
              </th>
            </tr>
          </thead>
          <tbody>
            {reported.map(([name, meaning]) => (
              <tr key={name}>
                <th scope="row">
                  {name} <span class="muted">{meaning}</span>
                </th>
                <td class="number">{exactLevel(sample[name])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <h3>Classification</h3>
      <LabelsNote />
      {classification === null && project.classification !== null && (
        <p class="muted small">None, or none of enough confidence.</p>
      )}
      {classification !== null && (
        <dl class="classification small">
          <dt>Label</dt>
          <dd>{classification.label}</dd>
          <dt>Confidence</dt>
          <dd>{percentText(classification.confidence)}</dd>
          <dt>Model</dt>
          <dd>{classification.model}</dd>
        </dl>
      )}
    </section>
  );
}

const levels = [
  ["LAeq", "equivalent level, A-weighted"],
  ["LCeq", "equivalent level, C-weighted"],
  ["LZeq", "equivalent level, Z-weighted"],
  ["LAFmax", "maximum, fast"],
  ["LAFmin", "minimum, fast"],
  ["LCpeak", "peak, C-weighted"],
  ["LA10", "exceeded for 10 % of the time"],
  ["LA50", "exceeded for 50 % of the time"],
  ["LA90", "exceeded for 90 % of the time"],
] as const;
