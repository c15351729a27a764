import page from "./page.json" with { type: "json" };
import type { Language, Words } from "./words.ts";

/** The words that are loaded with the language that is chosen. */
const files: Readonly<Record<Language, URL>> = {
  en: new URL("./en.json", import.meta.url),
  de: new URL("./de.json", import.meta.url),
  fr: new URL("./fr.json", import.meta.url),
  es: new URL("./es.json", import.meta.url),
};

/** Reads the file of a language; a command has them all. */
export const read = {
  words: async (language: Language, signal: AbortSignal): Promise<object> => {
    const response = await fetch(files[language], { signal });
    if (!response.ok) throw new TypeError(`${response.status}`);
    return (await response.json()) as object;
  },
};

/** All words of a language. */
export async function readWords(language: Language, signal: AbortSignal): Promise<Words> {
  return { ...page, ...((await read.words(language, signal)) as Words) };
}
