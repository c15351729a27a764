import type { ComponentChildren } from "preact";
import { apiKey, forgetKey, heldScopes, viewer } from "../../state/api-key.ts";
import { Facts } from "../facts.tsx";
import { counted } from "../level-text.ts";
import { keyHint, keyRequest } from "../../state/key-text.ts";
import { useDismissed } from "./use-dismissed.ts";

/** Name, end and scopes of the key in use, which is not shown itself, and what a small head has no room for. */
export function KeyMenu({ children }: { readonly children: ComponentChildren }) {
  const key = apiKey.value;
  const facts = viewer.value;
  const menu = useDismissed();
  if (key === null) return null;
  const days = facts?.expiresAt == null ? null : daysUntil(facts.expiresAt);
  return (
    <details class="menu" ref={menu}>
      <summary class="button row one-line">
        <span class="only-on-phones">Key </span>
        <code class="not-on-phones">{keyHint(key)}</code>
        {days !== null && days <= 14 && <span class="stale small"> {expiryText(days)}</span>}
      </summary>
      <div class="menu-panel card stack small">
        {facts !== null && (
          <Facts
            class="facts"
            facts={[
              ["Key", facts.name],
              [
                "Expires",
                facts.expiresAt === null
                  ? "never"
                  : `${facts.expiresAt.slice(0, 16).replace("T", " ")} UTC`,
              ],
              ["Scopes", heldScopes()?.map((scope) => <code key={scope}>{scope}</code>)],
            ]}
          />
        )}
        <a
          href="graphql"
          target="_blank"
          onClick={(event) => {
            event.preventDefault();
            openGraphiql();
          }}
        >
          GraphiQL, for queries of your own
        </a>
        {children}
        <button
          type="button"
          onClick={() =>
            void import("./wall-page.ts").then(({ saveWallPage }) => saveWallPage(key))
          }
        >
          Page for a wall
        </button>
        <p class="muted">
          A file with this key, which opens the wallboard whenever its screen starts. Give each wall
          a key of its own.
        </p>
        <button type="button" onClick={() => forgetKey()}>
          Forget the key
        </button>
      </div>
    </details>
  );
}

function daysUntil(instant: string): number {
  return Math.floor((Date.parse(instant) - Date.now()) / 86_400_000);
}

function expiryText(days: number): string {
  if (days < 1) return "key expires today";
  return `key expires in ${counted(days, "day")}`;
}

/**
 * Opens GraphiQL in a window of its own, and sends it the key when it requests it: a message between windows of one
 * origin, so that the key is in no address and in no store.
 */
function openGraphiql(): void {
  const page = globalThis.open("graphql", "_blank");
  if (page === null) return;
  const answer = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== page || origin !== location.origin || data !== keyRequest) return;
    globalThis.removeEventListener("message", answer);
    if (apiKey.value !== null) page.postMessage({ key: apiKey.value }, location.origin);
  };
  globalThis.addEventListener("message", answer);
}
