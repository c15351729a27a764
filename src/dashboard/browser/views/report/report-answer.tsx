import { weighting } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import { shownUntil } from "../../state/shown-until.ts";
import { say } from "../../words/say-in-report.ts";
import { type AnswerFacts, answerSentences } from "./answer-sentences.ts";

/** The answer in a few sentences, before all that it is made of. */
export function ReportAnswer(
  props: Pick<AnswerFacts, "criteria" | "sensors" | "windows" | "figures" | "range">,
) {
  const { project, contract, zone } = useProject();
  const sentences = answerSentences({
    ...props,
    ofProject: project.sensors.length,
    weighting: weighting.value,
    contract,
    zone,
    now: shownUntil.value,
  });
  return (
    <div class="report-whole">
      <h2>{say("answer")}</h2>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}
