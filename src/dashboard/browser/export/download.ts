/** Saves a text as a file of the person's own. `type` is its media type, such as `text/csv;charset=utf-8`. */
export function downloadText(name: string, type: string, text: string): void {
  downloadBlob(name, new Blob([text], { type }));
}

/** Saves bytes as a file of the person's own. The address contains the bytes, so no request is sent. */
export function downloadBlob(name: string, blob: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has the bytes once the click is handled; some begin to read them a little later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
