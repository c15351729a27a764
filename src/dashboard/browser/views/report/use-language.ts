import { useEffect, useState } from "preact/hooks";
import { parameter } from "../../state/address.ts";
import { readWords } from "../../words/read-words.ts";
import { type Language, languageOf, spoken } from "../../words/words.ts";

/** The language of the address, once its words are there; they go with the report. */
export function useLanguage(): { readonly language: Language | null; readonly hasFailed: boolean } {
  const wanted = languageOf(parameter("language"));
  const [loaded, setLoaded] = useState<Language | null>(null);
  const [failed, setFailed] = useState<Language | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    readWords(wanted, leaving.signal).then(
      (words) => {
        if (leaving.signal.aborted) return;
        spoken.value = words;
        setLoaded(wanted);
      },
      () => !leaving.signal.aborted && setFailed(wanted),
    );
    return () => {
      leaving.abort();
      spoken.value = null;
    };
  }, [wanted]);
  return { language: loaded === wanted ? wanted : null, hasFailed: failed === wanted };
}
