import "./report.css";
import "./report-print.css";
import { useState } from "preact/hooks";
import { useRangeWithoutSamples } from "../../components/range-without-samples.tsx";
import { parameter, weighting } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import { useParts, chosenSensors } from "./report-parts.ts";
import { ReportSheet } from "./report-sheet.tsx";
import { ReportTools } from "./report-tools.tsx";

/** The report of the range, as the sheets of paper that it prints to. */
export function ReportPage() {
  const { project, range, isSoFar, isToCome } = useProject();
  const without = useRangeWithoutSamples();
  const sensorIds = chosenSensors(
    parameter("sensors"),
    project.sensors.map(({ id }) => id),
  );
  const isShort = parameter("form") === "short";
  if (isToCome) {
    return (
      <div class="stack" data-testid="report" data-ready="true">
        <h1>Report</h1>
        <div class="card">{without}</div>
      </div>
    );
  }
  // A range that goes on keeps its sheet while later samples are read.
  const last = isSoFar ? null : range.last;
  const identity = JSON.stringify([sensorIds, range.first, last, weighting.value, isShort]);
  return <Report key={identity} sensorIds={sensorIds} isShort={isShort} />;
}

/** One report. Another range or choice of sensors is another report. */
function Report(props: { readonly sensorIds: readonly string[]; readonly isShort: boolean }) {
  const { sensorIds, isShort } = props;
  const { drawn, onDrawn } = useParts();
  const [parts, setParts] = useState<number | null>(null);
  const isReady = drawn.names.has("all");
  return (
    <div
      class="report"
      data-testid="report"
      data-ready={isReady ? "true" : "false"}
      aria-busy={!isReady}
    >
      <ReportTools
        sensorIds={sensorIds}
        isShort={isShort}
        isReady={isReady}
        drawn={Math.max(0, drawn.names.size - 1)}
        parts={parts}
      />
      <ReportSheet
        sensorIds={sensorIds}
        isShort={isShort}
        drawn={drawn}
        onDrawn={onDrawn}
        onCounted={setParts}
      />
    </div>
  );
}
