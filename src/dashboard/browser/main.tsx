import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/media.css";
import { render } from "preact";
import { App } from "./app.tsx";
import { enterHandedKey } from "./state/enter-key.ts";

// A browser of the locale "C" names no language that numbers can be written in.
if (!isLanguage(navigator.language)) {
  Object.defineProperty(navigator, "language", { value: "en" });
}

// The page of a wall has sent a key (`serve-wall.ts`). The address of its form is no view.
const handed = document.querySelector("#handed-key");
handed?.remove();
if (handed !== null) {
  history.replaceState(history.state, "", `./${location.hash}`);
  void enterHandedKey(JSON.parse(handed.textContent) as string);
}

const page = document.querySelector("#page");
if (page !== null) render(<App />, page);

function isLanguage(name: string): boolean {
  try {
    return Intl.getCanonicalLocales(name).length > 0;
  } catch {
    return false;
  }
}
