/** Shortens a text of unknown origin for messages, and escapes characters that control a terminal. */
export function printable(text: string): string {
  const escape = (character: string) =>
    `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const shown = text.slice(0, mostShown).replaceAll(/[^\x20-\x7e]/g, escape);
  return text.length > mostShown ? `${shown}…` : shown;
}

const mostShown = 200;
