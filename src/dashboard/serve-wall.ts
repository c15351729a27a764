import type { Handler } from "../http/requests/express-app.ts";
import { isWaitingToContinue, readBody } from "../http/requests/read-body.ts";
import { RequestError } from "../http/requests/request-error.ts";
import type { StaticFile } from "../http/answers/static-files.ts";

/** Bytes of a form with a key. */
const formBytes = 200;

/**
 * Answers the form of a wall's own page with the dashboard, which has the key of the form in its head and takes it from
 * there: it is in no address. The form is of no use without a key, so it needs none.
 */
export function serveWall({ headers, read }: StaticFile): Handler {
  return async (request, response) => {
    const { context } = response.locals;
    context.logged.route = "wall";
    if (Number(request.headers["content-length"] ?? formBytes + 1) > formBytes) {
      throw RequestError.malformedRequest();
    }
    if (isWaitingToContinue(request)) response.writeContinue();
    const form = await readBody(request, formBytes, context.signal);
    const key = new URLSearchParams(form?.toString()).get("key") ?? "";
    const page = (await read()).toString();
    const body = Buffer.from(page.replace("</head>", () => `${handedKey(key)}</head>`));
    if (response.headersSent) return;
    const fields = { ...headers, "Cache-Control": "no-store", "Content-Length": body.length };
    response.writeHead(200, fields).end(body);
  };
}

/** The key in the head of the page. A text that is no key is left out: the page then requests one. */
function handedKey(key: string): string {
  const isKey = /^[0-9A-Za-z.]+$/.test(key);
  return isKey ? `<script type="application/json" id="handed-key">"${key}"</script>` : "";
}
