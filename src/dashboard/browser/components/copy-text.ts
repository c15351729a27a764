/**
 * Copies a text. Browsers lend the clipboard to pages of HTTPS and of the own machine; elsewhere a selection is
 * copied.
 */
export async function copyText(text: string): Promise<void> {
  if ("clipboard" in navigator) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "visually-hidden";
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}
