import { useCallback, useEffect, useState } from "preact/hooks";
import { parameter } from "../../state/address.ts";
import { readWords } from "../../words/read-words.ts";
import { type Language, languageOf, spoken } from "../../words/words.ts";

/** The language of the address, once its words are spoken; they go with the report. */
export function useLanguage(): {
  readonly language: Language | null;
  readonly hasFailed: boolean;
  /** Reads the words again. */
  readonly reload: () => void;
} {
  const wanted = languageOf(parameter("language"));
  const [failed, setFailed] = useState<Language | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    const show = async () => {
      const words = await readWords(wanted, leaving.signal).catch(() => null);
      if (leaving.signal.aborted) return;
      setFailed(words === null ? wanted : null);
      spoken.value = words && { ...words, language: wanted };
    };
    void show();
    return () => {
      leaving.abort();
      spoken.value = null;
    };
  }, [wanted, round]);
  const reload = useCallback(() => setRound((count) => count + 1), []);
  const isSpoken = spoken.value?.language === wanted;
  return { language: isSpoken ? wanted : null, hasFailed: failed === wanted, reload };
}
