import "./range-control.css";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useFieldValue } from "../use-field-value.ts";
import { pushParameters } from "../../state/address.ts";
import { shownUntil } from "../../state/shown-until.ts";
import { useProject, type ProjectScope } from "../../state/project-scope.tsx";
import {
  clockChanges,
  dateOf,
  dateTimeText,
  dayNumber,
  lengthOfDay,
  localClock,
  localDay,
  offsetText,
} from "../../time/local-time.ts";
import { daysOf, type LocalRange, rangeOfDays, movedRange } from "../../time/range.ts";
import { dayAndMonth } from "../../data/limit-words.ts";
import { lengthText, rangeText } from "../../time/range-text.ts";
import { presetRanges } from "./range-presets.ts";
import { ExcludedControl, WeightingControl } from "./view-controls.tsx";

/** The shown range, steps by its length, and a menu with all else; on a phone a sheet from below. */
export function RangeControl() {
  const [isSheetOpen, setSheetOpen] = useState(false);
  const scope = useProject();
  const { range, isSoFar, isToCome, zone } = scope;
  const moved = (direction: -1 | 1) => movedRange(scope, direction, shownUntil.value);
  const length = lengthText(range, zone);
  return (
    <section class="range-control row" data-testid="range" aria-label="Range">
      <div class="row one-line range-line">
        <StepButton label="Earlier" sign="◀" target={moved(-1)} />
        <p class="range-text">
          <strong>{rangeText(range, zone, null)}</strong>{" "}
          <span class="muted tiny">
            {length !== "" && `${length} · `}
            <span class="range-zone not-on-phones">{zone} </span>
            {offsetText(range.first, zone)}
            {isToCome && " · to come"}
            {isSoFar && !isToCome && ` · so far, as of ${localClock(range.last, zone)}`}
          </span>
        </p>
        <StepButton label="Later" sign="▶" target={moved(1)} />
        <button
          type="button"
          class="range-open"
          aria-haspopup="dialog"
          onClick={() => setSheetOpen(true)}
        >
          Dates
        </button>
        {/* In the menu where there is no room beside the range. */}
        <WeightingControl class="not-on-phones" />
      </div>
      {isSheetOpen && <RangeSheet scope={scope} onClosed={() => setSheetOpen(false)} />}
      <RangeNotes scope={scope} />
    </section>
  );
}

/** The choice as a modal menu; a click beside it closes it. */
function RangeSheet(props: { readonly scope: ProjectScope; readonly onClosed: () => void }) {
  const { scope, onClosed } = props;
  return (
    <dialog
      class="range-sheet card"
      aria-label="Choose a range"
      ref={(sheet) => {
        if (sheet !== null && !sheet.open) sheet.showModal();
      }}
      onClose={onClosed}
      onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
    >
      <RangeChoice scope={scope} onChosen={onClosed} />
      <p class="only-on-phones small muted">Times of {scope.zone}</p>
      <WeightingControl class="only-on-phones" />
      <ExcludedControl />
      <button type="button" onClick={onClosed}>
        Close
      </button>
    </dialog>
  );
}

function StepButton(props: {
  readonly label: string;
  readonly sign: string;
  readonly target: LocalRange | null;
}) {
  const { target } = props;
  return (
    <button
      type="button"
      class="step"
      aria-label={`${props.label} by the same length`}
      disabled={target === null}
      onClick={() => target !== null && pushRange(target)}
    >
      {props.sign}
    </button>
  );
}

function RangeChoice(props: { readonly scope: ProjectScope; readonly onChosen: () => void }) {
  const { scope, onChosen } = props;
  const { range, zone, contract } = scope;
  const days = daysOf(range, zone);
  const first = useFieldValue(dateOf(days.from));
  const last = useFieldValue(dateOf(days.to));
  const choose = (chosen: LocalRange) => {
    pushRange(chosen);
    onChosen();
  };
  const bounds = {
    min: contract === null ? undefined : dateOf(contract.fromDay),
    max: contract === null ? undefined : dateOf(contract.toDay),
  };
  const chooseDay = (edge: "from" | "to", text: string) => {
    const day = dayNumber(text);
    if (day === null) return;
    const allowed = Math.min(Math.max(day, contract?.fromDay ?? day), contract?.toDay ?? day);
    const from = edge === "from" ? allowed : Math.min(days.from, allowed);
    const to = edge === "to" ? allowed : Math.max(days.to, allowed);
    choose(rangeOfDays(from, to, zone));
  };
  const presets = presetRanges(scope, shownUntil.value);
  // Several may be cut to the same days.
  const shown = presets.findIndex(
    ({ range: preset }) => preset?.from === range.from && preset.to === range.to,
  );
  return (
    <div class="row range-choice">
      {presets.map(({ name, range: preset }, index) => (
        <button
          key={name}
          type="button"
          disabled={preset === null}
          aria-pressed={index === shown}
          onClick={() => preset !== null && choose(preset)}
        >
          {name}
        </button>
      ))}
      <input
        type="date"
        aria-label="From"
        ref={first}
        {...bounds}
        onChange={(event) => chooseDay("from", event.currentTarget.value)}
      />
      <span aria-hidden="true">–</span>
      <input
        type="date"
        aria-label="To"
        ref={last}
        {...bounds}
        onChange={(event) => chooseDay("to", event.currentTarget.value)}
      />
    </div>
  );
}

/** Days of unusual length, and what the contract cuts. */
function RangeNotes({ scope }: { readonly scope: ProjectScope }) {
  const { range, zone, contract } = scope;
  const notes = clockChanges(range.first, range.last, zone).map(({ second, by }) => {
    const day = localDay(second, zone);
    const hours = Number((lengthOfDay(day, zone) / 3600).toFixed(2));
    const direction = by > 0 ? "forward" : "back";
    return `${hours}-hour day: clocks go ${direction} on ${dayAndMonth(dateOf(day))}`;
  });
  if (contract !== null && range.first < contract.first) {
    notes.push(`Cut: the contract begins on ${dateTimeText(contract.first, zone, null)}.`);
  }
  if (contract !== null && range.last > contract.last) {
    notes.push(`Cut: the contract ends on ${dateTimeText(contract.last + 1, zone, null)}.`);
  }
  return notes.length === 0 ? null : <NoteList notes={notes} />;
}

/** They stand below the frame, which is as high without them; the view makes room. */
function NoteList({ notes }: { readonly notes: readonly string[] }) {
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    const { current } = list;
    const header = current?.closest("header");
    if (current === null || header == null) return undefined;
    const makeRoom = () => header.style.setProperty("margin-bottom", `${current.offsetHeight}px`);
    makeRoom();
    const observer = new ResizeObserver(makeRoom);
    observer.observe(current);
    return () => {
      observer.disconnect();
      header.style.removeProperty("margin-bottom");
    };
  }, []);
  return (
    <ul class="range-notes plain-list small muted" ref={list}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

/** Opens a range as a step of the history. */
function pushRange({ from, to }: LocalRange): void {
  pushParameters({ from, to });
}
