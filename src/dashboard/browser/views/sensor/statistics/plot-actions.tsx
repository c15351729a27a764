import { useRef } from "preact/hooks";
import type { TableContent } from "#dashboard/browser/components/data-table.tsx";
import { ExportButtons } from "#dashboard/browser/components/export-buttons.tsx";
import { tableCsv } from "#dashboard/browser/export/csv.ts";
import { downloadText } from "#dashboard/browser/export/download.ts";
import { svgPng } from "#dashboard/browser/export/png.ts";
import { csvType, fileName } from "#dashboard/browser/export/samples-export.ts";
import { weighting } from "#dashboard/browser/state/address.ts";
import { useProject } from "#dashboard/browser/state/project-scope.tsx";

/** CSV of the table of a plot, and PNG of the picture in the block that these buttons are in. */
export function PlotActions(props: {
  /** Ends the name of the file: `heat-map`. */
  readonly name: string;
  /** With the quantity. */
  readonly title: string;
  readonly table: () => TableContent;
  /** Where there is nothing but a list. */
  readonly hasPicture?: boolean;
}) {
  const { name, title, table, hasPicture = true } = props;
  const { sensor, range, zone } = useProject();
  const place = useRef<HTMLSpanElement>(null);
  if (sensor === null) return null;
  const nameOf = (extension: string) => {
    const about = { sensorId: sensor.id, range, weighting: weighting.value };
    return fileName(about, extension).replace(/\.(?=[a-z]+$)/, `_${name}.`);
  };
  const savePicture = async () => {
    const svg = place.current
      ?.closest("section")
      ?.querySelector<SVGSVGElement>('.plot-picture svg[role="img"]');
    if (svg == null) return null;
    const shown = `${range.from} to ${range.to}`;
    await svgPng({ svg, title, sensor: sensor.name, range: shown, zone }, nameOf("png"));
    return null;
  };
  return (
    <span ref={place}>
      <ExportButtons
        csv={() => downloadText(nameOf("csv"), csvType, tableCsv(table()))}
        png={hasPicture ? savePicture : undefined}
      />
    </span>
  );
}
