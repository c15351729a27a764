import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/media.css";
import { render } from "preact";
import { App } from "./app.tsx";
import { enterKey } from "./views/key-form/key-form.tsx";

// A browser of the locale "C" names no language that numbers can be written in.
if (!isLanguage(navigator.language)) {
  Object.defineProperty(navigator, "language", { value: "en" });
}

// The page of a wall has sent a key (`serve-wall.ts`).
const handed = document.querySelector("#handed-key");
handed?.remove();
if (handed !== null) void enterKey(JSON.parse(handed.textContent) as string);

const page = document.querySelector("#page");
if (page !== null) render(<App />, page);

function isLanguage(name: string): boolean {
  try {
    return Intl.getCanonicalLocales(name).length > 0;
  } catch {
    return false;
  }
}
