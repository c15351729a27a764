import { downloadBlob } from "../../export/download.ts";

/** Saves the page of a wall with a key. */
export function saveWallPage(key: string): void {
  const page = wallPage(new URL(".", location.href).href, key);
  downloadBlob("wallboard.html", new Blob([page], { type: "text/html" }));
}

/**
 * A page that opens the wallboard with a key of its own, as often as the screen starts: it waits for the server, which
 * may start later after a power cut. `base` is the address of the dashboard.
 */
export function wallPage(base: string, key: string): string {
  return `<!doctype html>
<meta charset="utf-8">
<title>Wallboard</title>
<p>Waiting for ${base}</p>
<form method="post" action="${base}wall#/wall"><input type="hidden" name="key" value="${key}"></form>
<script>
  const open = () =>
    fetch("${base}health/live", { mode: "no-cors" }).then(
      () => document.forms[0].submit(),
      () => setTimeout(open, 5000),
    );
  open();
</script>
`;
}
