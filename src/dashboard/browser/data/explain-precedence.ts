import { type LimitSource, limitSources } from "../../../acoustics/limits/limit-rules.ts";
import type { TimeZone } from "../time/local-time.ts";
import type { LimitExplanationFacts, Schedules } from "./explanation-facts.ts";
import { ruleWords } from "./limit-words.ts";
import { whyNot } from "./why-no-match.ts";

/** One of the nine places in the order of precedence. */
export interface PrecedenceStep {
  readonly source: LimitSource;
  /**
   * `holds`: it decides. `matches`: it would, without those before it. `not-listed`: the server has listed so many
   * rules before it that nothing is known of it.
   */
  readonly state: "holds" | "matches" | "no-match" | "not-listed";
  /** Its rules that match, in order. */
  readonly rules: readonly MatchingWords[];
  /** Why none does, or none is listed; null where one is. */
  readonly reason: string | null;
}

export interface MatchingWords {
  readonly position: number | null;
  readonly words: string;
  readonly limit: number;
  /** The first of all rules holds. */
  readonly holds: boolean;
}

/** The places in order; the last is that no rule is left. */
export const places: readonly LimitSource[] = [...limitSources, "none"];

/**
 * Each place in the order of precedence: the rules that match there, or why none does. Which rules match, and that
 * the first of them holds, is the server's word; the page finds only the reasons why others do not.
 */
export function explainPrecedence(
  explanation: LimitExplanationFacts,
  schedules: Schedules,
  zone: TimeZone,
): PrecedenceStep[] {
  const { rules, ruleCount, limitSource } = explanation;
  const lastListed = rules.at(-1)?.limitSource;
  const lastKnown =
    ruleCount === rules.length ? Infinity : places.findIndex((source) => source === lastListed);
  return places.map((source, place) => {
    if (source === "none") {
      const holds = limitSource === "none";
      const reason = holds ? "no rule matches" : null;
      return { source, state: holds ? "holds" : "matches", rules: [], reason };
    }
    const matching = rules.filter((rule) => rule.limitSource === source);
    if (place > lastKnown) {
      const reason = `not listed: ${ruleCount} rules match, and the first ${rules.length} are listed`;
      return { source, state: "not-listed", rules: [], reason };
    }
    if (matching.length === 0) {
      return {
        source,
        state: "no-match",
        rules: [],
        reason: whyNot(source, explanation, schedules),
      };
    }
    return {
      source,
      state: source === limitSource ? "holds" : "matches",
      rules: matching.map((rule) => ({
        position: rule.position,
        words: ruleWords(rule, zone),
        limit: rule.limit,
        holds: rule === rules[0],
      })),
      reason: null,
    };
  });
}
