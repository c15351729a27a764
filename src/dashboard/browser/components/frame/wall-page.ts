import { escapeHtml } from "../../../../system/escape-html.ts";
import { downloadBlob } from "../../export/download.ts";

/** Saves the page of a wall with a key. */
export function saveWallPage(key: string): void {
  const page = wallPage(new URL(".", location.href).href, key);
  downloadBlob("wallboard.html", new Blob([page], { type: "text/html" }));
}

/**
 * A page that opens the wallboard with a key of its own, as often as the screen starts. It waits for a picture of the
 * server, which may start later after a power cut, as may a proxy before it. `base` is the address of the dashboard.
 * Browsers store fields of forms, but no passwords.
 */
export function wallPage(base: string, key: string): string {
  const wall = `${base}wall`;
  return `<!doctype html>
<meta charset="utf-8">
<title>Wallboard</title>
<p>Waiting for ${escapeHtml(base)}</p>
<form method="post" action="${escapeHtml(wall)}#/wall"><input type="password" name="key" value="${key}" hidden></form>
<script>
  const open = () => {
    const picture = new Image();
    picture.onload = () => document.forms[0].submit();
    picture.onerror = () => setTimeout(open, 5000);
    picture.src = ${JSON.stringify(wall)};
  };
  open();
</script>
`;
}
