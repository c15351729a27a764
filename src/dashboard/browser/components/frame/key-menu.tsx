import type { ComponentChildren } from "preact";
import { apiKey, forgetKey, heldScopes, viewer } from "../../state/api-key.ts";
import { openGraphiql } from "../../state/open-graphiql.ts";
import { Facts } from "../facts.tsx";
import { counted } from "../level-text.ts";
import { keyHint } from "../../state/key-text.ts";

/** Name, end and scopes of the key in use, which is not shown itself, and what a small head has no room for. */
export function KeyMenu({ children }: { readonly children: ComponentChildren }) {
  const key = apiKey.value;
  const facts = viewer.value;
  if (key === null) return null;
  const days = facts?.expiresAt == null ? null : daysUntil(facts.expiresAt);
  return (
    <details class="menu">
      <summary>
        <span class="key-word">Key </span>
        <code>{keyHint(key)}</code>
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
