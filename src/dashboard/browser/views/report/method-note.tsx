import { validOnly, weighting } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";

/** How the figures come about, and what they are not. */
export function MethodNote(props: {
  readonly periods: {
    readonly day: string;
    readonly evening: string;
    readonly night: string;
  } | null;
}) {
  const { periods } = props;
  const { project } = useProject();
  const w = weighting.value;
  return (
    <ul>
      <li>
        Levels are L{w}eq in dB({w}) of the intervals that the meters report, as stored, frequency
        weighting {w} (IEC 61672-1). Levels are shown with two decimals, as they are stored and
        compared.
      </li>
      <li>
        Averages are energetic, 10·lg of the mean of 10^(L/10), weighted by duration (ISO 1996-1).
        Missing samples are neither interpolated nor counted; "Data" is the share of the time that
        samples cover.
      </li>
      <li>
        Lday, Leve, Lnight and Lden are A-weighted and indicative: energy averages of the days with
        data for 75 % of the period
        {periods !== null &&
          ` (day from ${periods.day}, evening from ${periods.evening}, night from ${periods.night})`}
        ; Lden adds 5 dB to the evening and 10 dB to the night (2002/49/EC).
      </li>
      <li>
        Days and hours are those of {project.timezone}. The limits are recalculated by the schedule
        of today for all of the range.
      </li>
      <li>
        A verdict compares the rating level of a reference time, adjustments included, with the
        limit of its criterion (ISO 1996-1:2016, 6.5).
      </li>
      <li>
        {validOnly.value
          ? "Excluded samples count nowhere: not in levels, exceedances, episodes or verdicts."
          : "Excluded samples do not count in verdicts; everywhere else they do."}
      </li>
      <li>
        An episode is a row of exceedances without a sample between them; LAE is its sound exposure
        level.
      </li>
      <li>
        An exceedance is a sample whose level is above the limit at its start. An exceedance is not
        by itself a breach.
      </li>
    </ul>
  );
}
