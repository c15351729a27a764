import "./limit-explanation.css";
import type { LimitExplanationFacts, Schedules } from "../data/explanation-facts.ts";
import {
  explainPrecedence,
  type MatchingWords,
  type PrecedenceStep,
} from "../data/explain-precedence.ts";
import { sourceNames } from "../data/limit-words.ts";
import { localIso, secondOf, type TimeZone } from "../time/local-time.ts";
import { exactText, roundedLevel } from "./level-text.ts";

/**
 * Why a limit holds: the order of precedence, each place with the rules that match there or the reason why none does.
 * The one that holds is bold. The server has decided it; nothing is worked out again here.
 */
export function LimitExplanation(props: {
  readonly explanation: LimitExplanationFacts;
  readonly schedules: Schedules;
  readonly zone: TimeZone;
  /** When the server worked the limit out; null where it does not say. */
  readonly recalculatedAt: string | null;
}) {
  const { explanation, recalculatedAt, zone } = props;
  const steps = explainPrecedence(explanation, props.schedules, zone);
  return (
    <div
      class="limit-explanation column-2"
      data-testid="limit-explanation"
      data-source={explanation.limitSource}
    >
      <ol class="plain-list" aria-label="Order of precedence">
        {steps.map((step) => (
          <li
            key={step.source}
            class="column-1 muted small"
            data-source={step.source}
            data-state={step.state}
          >
            <Step step={step} weighting={explanation.fweighting} />
          </li>
        ))}
      </ol>
      <p class="muted small">
        By today's schedule
        {recalculatedAt !== null &&
          `, recalculated ${localIso(secondOf(recalculatedAt), zone).slice(11, 19)}`}
        . The first that matches holds.
      </p>
    </div>
  );
}

function Step({ step, weighting }: { readonly step: PrecedenceStep; readonly weighting: string }) {
  const { source, state, rules, reason } = step;
  const name = sourceNames[source];
  if (source === "none") {
    const text = `${name}: ${reason ?? "what is left without all of these"}`;
    return <p>{state === "holds" ? <strong>{text}</strong> : text}</p>;
  }
  if (rules.length === 0) {
    return (
      <p>
        {name}: {reason}
      </p>
    );
  }
  return (
    <>
      {rules.map((rule) => (
        <Rule key={rule.position} rule={rule} name={name} quantity={`dB(${weighting})`} />
      ))}
    </>
  );
}

function Rule(props: {
  readonly rule: MatchingWords;
  readonly name: string;
  readonly quantity: string;
}) {
  const { rule, name, quantity } = props;
  const text = `${name}${rule.position === null ? "" : ` ${rule.position}`}: ${rule.words}`;
  const Words = rule.holds ? "strong" : "span";
  return (
    <p class="rule">
      <Words>{text}</Words>
      <Words class="level">
        {rule.holds ? "holds" : "would hold without those above"}:{" "}
        <span class="number" title={`${exactText(rule.limit)} ${quantity}`}>
          {roundedLevel(rule.limit)} {quantity}
        </span>
      </Words>
    </p>
  );
}
