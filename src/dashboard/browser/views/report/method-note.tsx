import { validOnly, weighting } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import { say } from "../../words/say-in-report.ts";

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
  const clocks = periods === null ? "" : say("method.clocks", periods);
  return (
    <ul>
      {[
        say("method.levels", { w }),
        say("method.averages"),
        say("method.periods", { periods: clocks }),
        say("method.zone", { zone: project.timezone }),
        say("method.verdict"),
        say(validOnly.value ? "method.validOnly" : "method.withExcluded"),
        say("method.episode"),
        say("method.exceedance"),
      ].map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
