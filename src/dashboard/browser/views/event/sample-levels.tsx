import { Facts } from "../../components/facts.tsx";
import { LabelsNote } from "../../components/labels-note.tsx";
import { levelColumn, PlainTable, textColumn } from "../../components/plain-table.tsx";
import { percentText } from "../../components/share-text.ts";
import { useProject } from "../../state/project-scope.tsx";
import type { EventSample } from "./event-sentence.tsx";

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
        <PlainTable<(typeof levels)[number]>
          caption="Levels of this sample"
          rows={reported}
          keyOf={([name]) => name}
          columns={[
            textColumn("Level", ([name, meaning]) => (
              <>
                {name} <span class="muted">{meaning}</span>
              </>
            )),
            levelColumn("dB", ([name]) => sample[name]),
          ]}
          hasHeads
        />
      )}
      <h3>Classification</h3>
      <LabelsNote />
      {classification === null && project.classification !== null && (
        <p class="muted small">None, or none of enough confidence.</p>
      )}
      {classification !== null && (
        <Facts
          class="facts small"
          facts={[
            ["Label", classification.label],
            ["Confidence", percentText(classification.confidence)],
            ["Model", classification.model],
          ]}
        />
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
