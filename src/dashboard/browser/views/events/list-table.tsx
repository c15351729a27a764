import { exactText, signedTwoDecimals } from "../../components/level-text.ts";
import { cellClass, type Column, shownCell, TableHead } from "../../components/plain-table.tsx";
import { linkTo } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import { playing, type SampleOfSensor, sampleId, togglePlaying } from "./list-player.ts";
import {
  clockChanges,
  dateText,
  instantText,
  localDate,
  localIso,
  localMinute,
  offsetText,
} from "../../time/local-time.ts";

/** A column of a list. Beside `name`, a number stands without its head on a phone; `exact` is its title. */
export interface ListColumn<Row> extends Column<Row> {
  readonly class?: string;
  readonly name?: string;
  readonly exact?: (row: Row) => string;
}

/** Exceedances or episodes, a row each; cards on a phone. Time, sensor and recording are around the other columns. */
export function ListTable<Row extends SampleOfSensor>(props: {
  readonly caption: string;
  readonly time: string;
  readonly rows: readonly Row[];
  /** The second of the sample that a row opens. */
  readonly opens: (row: Row) => number;
  /** The sample whose recording it plays; null without one, undefined where that is not known. */
  readonly heard: (row: Row) => SampleOfSensor | null | undefined;
  readonly columns: readonly ListColumn<Row>[];
}) {
  const { caption, time, rows, opens, heard } = props;
  const { project } = useProject();
  const names = new Map(project.sensors.map(({ id, name }) => [id, name] as const));
  const columns: readonly ListColumn<Row>[] = [
    {
      title: time,
      class: "time",
      cell: (row) => {
        const sample = sampleId({ ...row, second: opens(row) });
        const href = linkTo({ view: "event", sensor: row.sensorId, sample });
        return <TimeLink second={row.second} href={href} />;
      },
    },
    { title: "Sensor", class: "name", cell: ({ sensorId }) => names.get(sensorId) ?? sensorId },
    ...props.columns,
    { ...recordingColumn(heard), class: "play" },
  ];
  return (
    <table class="event-table">
      <caption class="visually-hidden">{caption}</caption>
      <TableHead class="hidden-on-phones" columns={columns} />
      <tbody>
        {rows.map((row) => (
          <tr
            key={sampleId(row)}
            class="finger-row"
            data-testid="event-row"
            data-id={sampleId(row)}
          >
            {columns.map((column) => (
              <td
                key={column.title}
                class={column.class ?? cellClass(column)}
                data-name={column.name}
                title={column.exact?.(row)}
              >
                {shownCell(column, row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Plays a recording where it stands, and says that there is none. */
export function recordingColumn<Row>(heard: (row: Row) => SampleOfSensor | null | undefined) {
  const cell = (row: Row) => {
    const sample = heard(row);
    if (sample === undefined) return null;
    return sample === null ? <NoRecording /> : <PlayButton sample={sample} />;
  };
  return { title: "Recording", hidesTitle: true, cell };
}

const looks = {
  ready: ["▶", "Play the recording"],
  loading: ["…", "Stop the recording"],
  playing: ["■", "Stop the recording"],
  failed: ["!", "The recording cannot be played: try again"],
} as const;

function NoRecording() {
  return (
    <span class="muted" title="No recording">
      <span aria-hidden="true">–</span>
      <span class="visually-hidden">no recording</span>
    </span>
  );
}

function PlayButton({ sample }: { readonly sample: SampleOfSensor }) {
  const { project } = useProject();
  const state = playing.value?.id === sampleId(sample) ? playing.value.state : "ready";
  const [sign, title] = looks[state];
  return (
    <button
      type="button"
      class="play-button"
      data-state={state}
      aria-label={title}
      title={title}
      onClick={() => void togglePlaying({ projectId: project.id, ...sample })}
    >
      {sign}
    </button>
  );
}

/** `2019-03-31 01:30 Sun`, with the offset where the range has two of them. */
function TimeLink({ second, href }: { readonly second: number; readonly href: string }) {
  const { range, zone } = useProject();
  const hasChange = clockChanges(range.first, range.last, zone).length > 0;
  return (
    <time dateTime={instantText(second)} title={localIso(second, zone)}>
      <a class="finger-link" href={href}>
        {localMinute(second, zone)}
      </a>{" "}
      <span class="muted small">
        {dateText(localDate(second, zone)).slice(0, 3)}
        {hasChange && ` ${offsetText(second, zone)}`}
      </span>
    </time>
  );
}

/** How far above the limit, as text and as a bar that is full at 20 dB. */
export function OverBar({ over }: { readonly over: number }) {
  return (
    <span class="over-bar row one-line" title={`${exactText(over)} dB above the limit`}>
      <svg viewBox="0 0 20 1" preserveAspectRatio="none" aria-hidden="true">
        <rect fill="var(--nodata-soft)" width="20" height="1" />
        <rect fill="var(--alarm)" width={Math.min(20, Math.max(0.3, over))} height="1" />
      </svg>
      <span class="alarm">{signedTwoDecimals(over)}</span>
    </span>
  );
}
