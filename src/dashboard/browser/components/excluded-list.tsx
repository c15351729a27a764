import type { ExcludedFragment } from "../graphql/generated/window-evidence.ts";
import { useProject } from "../state/project-scope.tsx";
import { dateTimeText, secondOf, type TimeZone } from "../time/local-time.ts";
import { say } from "../words/say.ts";

/** A stretch of time whose samples do not count, as served. */
export type Exclusion = ExcludedFragment;

/** The stretches of time whose samples do not count, with their reasons; nothing without any. */
export function ExcludedList({ exclusions }: { readonly exclusions: readonly Exclusion[] }) {
  const { zone } = useProject();
  if (exclusions.length === 0) return null;
  return (
    <ul class="small" aria-label={say("accounts.excluded")}>
      {exclusions.map((exclusion) => (
        <li key={`${exclusion.startAt} ${exclusion.reason}`}>
          {say("excluded", exclusionParts(exclusion, zone))}
        </li>
      ))}
    </ul>
  );
}

/** `Tue 12 Mar 2019 08:00 to Tue 12 Mar 2019 09:00: Calibration (On site)`. */
export function exclusionText(exclusion: Exclusion, zone: TimeZone): string {
  const { stretch, reason } = exclusionParts(exclusion, zone);
  return `${stretch}: ${reason}`;
}

function exclusionParts({ startAt, endAt, reason, note }: Exclusion, zone: TimeZone) {
  const [start = "", end = ""] = [startAt, endAt].map((at) => dateTimeText(secondOf(at), zone));
  const stretch = say("stretch", { start, end });
  return { stretch, reason: `${reason}${note === null ? "" : ` (${note})`}` };
}
