import { grouped } from "../../data/grouped.ts";
import {
  counted,
  countText,
  twoDecimals,
  roundedLevel,
  wholeLevels,
} from "../../components/level-text.ts";
import { linkTo, pushParameters } from "../../state/address.ts";
import type { AssessedWindow } from "./use-verdicts.ts";
import { dayOrNight, exceedingSensors, undecidedReasons } from "./verdict-totals.ts";
import { decibels } from "./verdict-words.ts";
import type { StatedWindow, WindowState } from "./window-state.ts";

/** Sensors that the summary names; the calendars have all. */
const named = 5;

/** The sensors that exceeded, how often and by how much, the worst first; then how many windows were kept. */
export function ComplianceSummary(props: {
  readonly windows: readonly StatedWindow[];
  /** Sensors whose windows could not be read. */
  readonly unread: number;
}) {
  const { windows, unread } = props;
  const exceeding = exceedingSensors(windows);
  const left = exceeding.length - named;
  return (
    <section class="card column-2" aria-label="Summary" data-testid="compliance-summary">
      {unread > 0 && <p class="alarm">{unreadText(unread)}</p>}
      {exceeding.length === 0 && (
        <p class="large">
          {unread === 0 ? "No window is exceeded." : "No window of the others is exceeded."}
        </p>
      )}
      {exceeding.length > 0 && (
        <ul class="plain-list column-2">
          {exceeding.slice(0, named).map(({ worst, ...counts }) => (
            <li key={`${worst.sensorId} ${worst.criterionId}`}>
              <span class="alarm" aria-hidden="true">
                ▲{" "}
              </span>
              <a
                class="alarm"
                title="Open the worst window"
                href={linkTo({ view: "compliance", sensor: null, parameters: placeOf(worst) })}
              >
                {worst.sensorName}
              </a>
              {` ${wholeLevels(exceedingSentence(worst, counts))}`}
            </li>
          ))}
        </ul>
      )}
      {left > 0 && <p class="muted">{`${countText(left)} more below.`}</p>}
      <p>{totalsText(windows)}</p>
    </section>
  );
}

/** The sensors whose windows are missing in what is said. */
export function unreadText(unread: number): string {
  return `The windows of ${counted(unread, "sensor")} could not be read.`;
}

/** Opens a window in its calendar; null closes it. */
export function chooseWindow(window: AssessedWindow | null): void {
  pushParameters(placeOf(window));
}

function placeOf(window: AssessedWindow | null) {
  return { criterion: window?.criterionId, sensor: window?.sensorId, date: window?.date };
}

/** `exceeded 72 dB on 3 of 5 days, by 2.1 dB at most (Construction, working days)`. */
function exceedingSentence(
  { limit, over, criterion }: StatedWindow,
  { exceeded, decided, all }: { exceeded: number; decided: number; all: number },
): string {
  const most = over === null ? "" : over < 0.05 ? twoDecimals(over) : roundedLevel(over);
  const often =
    criterion !== null && criterion.allowed > 0
      ? ` more often than ${criterion.allowed === 1 ? "once" : `the ${countText(criterion.allowed)} times`} allowed`
      : "";
  const day = `${decided < all ? "decided " : ""}${dayOrNight(criterion)}`;
  const days = `on ${countText(exceeded)} of ${counted(decided, day)}`;
  const by = over === null || over <= 0 ? "" : `, by ${most} dB at most`;
  return `exceeded ${decibels(limit)}${often} ${days}${by}${criterion === null ? "" : ` (${criterion.name})`}`;
}

/** `296 windows kept; 5 undecided: no valid samples (5); 2 still running.` */
function totalsText(windows: readonly StatedWindow[]): string {
  const by = grouped(windows, ({ state }) => state);
  const sizeOf = (state: WindowState) => by.get(state)?.length ?? 0;
  const parts = [
    `${counted(sizeOf("kept"), "window")} kept`,
    sizeOf("undecided") > 0 &&
      `${countText(sizeOf("undecided"))} undecided: ${undecidedReasons(by.get("undecided") ?? [])}`,
    sizeOf("running") > 0 && `${countText(sizeOf("running"))} still running`,
    sizeOf("cut") > 0 && `${countText(sizeOf("cut"))} cut by the contract`,
  ];
  return `${parts.filter((part) => part !== false).join("; ")}.`;
}
