import { signal } from "@preact/signals";
import type de from "./de.json";
import type en from "./en.json";
import type es from "./es.json";
import type fr from "./fr.json";
import type page from "./page.json";

/** All words of a report, by their names; the page has some of them. A language that lacks one does not compile. */
export type Words = Readonly<typeof en & typeof page>;

interface Table {
  readonly en: Complete<typeof en & typeof page>;
  readonly de: Complete<typeof de>;
  readonly fr: Complete<typeof fr>;
  readonly es: Complete<typeof es>;
}

type Complete<Spoken extends Words> = Spoken;

export type Language = keyof Table;

/** The languages of a report, each by its own name. */
export const languages: Readonly<Record<Language, string>> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
};

/** The language of an address or a command; English without one that is known. */
export function languageOf(text: string | undefined): Language {
  return Object.keys(languages).includes(text ?? "") ? (text as Language) : "en";
}

/** The words of the report that is shown; null: those of the page, which is English. */
export const spoken = signal<(Words & { readonly language: Language }) | null>(null);

/** A text with its values. */
export function fill(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}
