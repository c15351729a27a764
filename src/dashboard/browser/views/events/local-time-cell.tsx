import { useProject } from "#dashboard/browser/state/project-scope.tsx";
import {
  clockChanges,
  dateText,
  instantText,
  localDate,
  localIso,
  localMinute,
  zoneAbbreviation,
} from "#dashboard/browser/time/local-time.ts";

/** `2019-03-31 01:30 Sun`, with the name of the zone's time where the range has two of them. */
export function LocalTime({ second }: { readonly second: number }) {
  const { range, shownZone } = useProject();
  const hasChange = clockChanges(range.first, range.last, shownZone).length > 0;
  return (
    <time dateTime={instantText(second)} title={localIso(second, shownZone)}>
      {localMinute(second, shownZone)}{" "}
      <span class="muted">
        {dateText(localDate(second, shownZone)).slice(0, 3)}
        {hasChange && ` ${zoneAbbreviation(second, shownZone)}`}
      </span>
    </time>
  );
}
