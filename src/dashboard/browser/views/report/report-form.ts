import { effect, signal } from "@preact/signals";
import { apiKey } from "../../state/api-key.ts";

/** The words that a person types into a report. They are in no address and are kept nowhere. */
export const wordNames = ["title", "permit", "author", "remark"] as const;

type ReportWords = Readonly<Record<(typeof wordNames)[number], string>>;

const none: ReportWords = { title: "", permit: "", author: "", remark: "" };

/** By the id of the project: what is typed for one is not said of another. */
const typed = signal<ReadonlyMap<string, ReportWords>>(new Map());

// They go with the key.
effect(() => {
  if (apiKey.value === null) typed.value = new Map();
});

export function wordsOf(projectId: string): ReportWords {
  return typed.value.get(projectId) ?? none;
}

export function typeWords(projectId: string, words: Partial<ReportWords>): void {
  typed.value = new Map([...typed.value, [projectId, { ...wordsOf(projectId), ...words }]]);
}
