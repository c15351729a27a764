import { useProject } from "../../state/project-scope.tsx";
import {
  clockChanges,
  dateText,
  instantText,
  localDate,
  localIso,
  localMinute,
  offsetText,
} from "../../time/local-time.ts";

/** `2019-03-31 01:30 Sun`, with the offset where the range has two of them. */
export function TimeLink({ second, href }: { readonly second: number; readonly href: string }) {
  const { range, shownZone } = useProject();
  const hasChange = clockChanges(range.first, range.last, shownZone).length > 0;
  return (
    <time dateTime={instantText(second)} title={localIso(second, shownZone)}>
      <a href={href}>{localMinute(second, shownZone)}</a>{" "}
      <span class="muted small">
        {dateText(localDate(second, shownZone)).slice(0, 3)}
        {hasChange && ` ${offsetText(second, shownZone)}`}
      </span>
    </time>
  );
}
