import "./key-form.css";
import { useEffect, useRef, useState } from "preact/hooks";
import icon from "../../icon.svg";
import { CopyButton } from "../../components/copy-button.tsx";
import { keyIssue } from "../../state/api-key.ts";
import { enterKey } from "../../state/enter-key.ts";
import { productName } from "../../state/product-name.ts";
import { cleanKey, isWellFormedKey } from "../../state/key-text.ts";
import { StatusLine } from "../../components/frame/status-line.tsx";

const command =
  "acoustic key create --name dashboard --project <id> --scope v0:projects:read --scope v0:data:read --scope v0:events:read --scope v0:audio:read";

/** Requests a key in a password field of a real form, so that a person's password manager may keep it. */
export function KeyForm() {
  const field = useRef<HTMLInputElement>(null);
  const [isShown, setShown] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const issue = keyIssue.value;

  useEffect(() => {
    document.title = productName;
    field.current?.focus();
  }, []);

  const showOrHide = () => {
    if (field.current !== null) field.current.type = isShown ? "password" : "text";
    setShown(!isShown);
  };

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const key = cleanKey(field.current?.value ?? "");
    if (!isWellFormedKey(key)) {
      keyIssue.value =
        key === ""
          ? "Type or paste a key."
          : "This key is mistyped or incomplete: its checksum is wrong. Copy it whole.";
      field.current?.focus();
      return;
    }
    setBusy(true);
    const isValid = await enterKey(key);
    setBusy(false);
    if (!isValid) field.current?.focus();
  };

  return (
    <main class="key-page">
      <form
        class="card key-form column-3"
        data-testid="key-form"
        onSubmit={(event) => void submit(event)}
      >
        <img src={icon} alt="" width={56} height={56} />
        <h1>{productName}</h1>
        <p class="key-purpose muted">
          Noise monitors, their limits, and what was heard. Reads acoustic measurements with a key
          of the operator.
        </p>
        <input
          class="visually-hidden"
          name="username"
          autocomplete="username"
          value="acoustic"
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <label for="key">API key</label>
        <div class="row one-line key-field">
          <input
            ref={field}
            id="key"
            name="password"
            type="password"
            autocomplete="current-password"
            spellcheck={false}
            aria-invalid={issue === null ? undefined : "true"}
            aria-describedby={issue === null ? "key-hint" : "key-issue"}
          />
          <button type="button" aria-pressed={isShown} onClick={showOrHide}>
            {isShown ? "Hide" : "Show"}
          </button>
        </div>
        {issue !== null && (
          <p id="key-issue" class="alarm" role="alert">
            {issue}
          </p>
        )}
        <button type="submit" class="primary" disabled={isBusy}>
          Open
        </button>
        <StatusLine />
        <p id="key-hint" class="small muted">
          The key stays in this page and is forgotten with it. A new one is made with
        </p>
        <div class="row one-line key-command">
          <code>{command}</code>
          <CopyButton name="Copy" />
        </div>
      </form>
    </main>
  );
}
