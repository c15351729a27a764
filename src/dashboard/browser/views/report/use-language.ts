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
    const show = async () => {
      const words = await readWords(wanted, leaving.signal).catch(() => null);
      if (leaving.signal.aborted) return;
      if (words === null) return setFailed(wanted);
      spoken.value = words;
      setLoaded(wanted);
    };
    void show();
    return () => {
      leaving.abort();
      spoken.value = null;
    };
  }, [wanted]);
  return { language: loaded === wanted ? wanted : null, hasFailed: failed === wanted };
}
