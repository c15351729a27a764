import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/media.css";
import { render } from "preact";
import { App } from "./app.tsx";

// A browser of the locale "C" names no language that numbers can be written in.
if (!isLanguage(navigator.language)) {
  Object.defineProperty(navigator, "language", { value: "en" });
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
