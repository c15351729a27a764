import { useEffect, useState } from "preact/hooks";

/** Counts changes between light and dark: a canvas is drawn again with other colours. */
export function useThemeRound(): number {
  const [round, setRound] = useState(0);
  useEffect(() => {
    const query = matchMedia("(prefers-color-scheme: dark)");
    const listener = () => setRound((count) => count + 1);
    query.addEventListener("change", listener);
    return () => query.removeEventListener("change", listener);
  }, []);
  return round;
}
