/** Saves bytes as a file of the person's own. The address contains the bytes, so no request is sent. */
export function downloadBlob(name: string, blob: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has the bytes once the click is handled; some begin to read them a little later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
