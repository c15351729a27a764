import { parseTarget } from "../../src/http/requests/express-app.ts";
import type { OpenApiDocument, Operation } from "../../src/rest/openapi/document-types.ts";
import { isOverlong } from "./fields.ts";
import { isLetIn } from "./key-fields.ts";
import { judgeText, type Verdict } from "./parameter-texts.ts";
import type { RestCase } from "./rest-cases.ts";
import type { Site } from "./site.ts";

/**
 * The statuses that a request may have, by the document and the order of checks (docs/contract.md, 2.1). Null
 * where nothing more is said of it than that the document has to know the status.
 */
export function statusesOf(document: OpenApiDocument, site: Site, each: RestCase): number[] | null {
  const { method, target, key, fields } = each;
  if (method !== "GET") return [405];
  if (isOverlong(fields) || target.length > 16_384) return [431];
  const { path, query } = parseTarget(target);
  const base = document.servers[0]?.url ?? "";
  if (!path.startsWith(`${base}/`)) return null;
  if (!isLetIn(site, key)) return [401];
  const operation = operationAt(document, path.slice(base.length));
  if (operation === null) return [404];
  if (key.keyName !== "full") return null;
  const verdict = judgeQuery(operation, query);
  if (verdict === "refused") return [400];
  if (verdict === "open" || !isKnown(site, path)) return null;
  return path.startsWith(`${base}/audio/`) ? [200, 206, 416] : [200];
}

/** The operation whose template a path follows; its ids may still be none. No path of one has escapes. */
function operationAt({ paths }: OpenApiDocument, path: string): Operation | null {
  if (!/^[A-Za-z0-9._~/-]*$/.test(path)) return null;
  const found = Object.entries(paths).find(([template]) =>
    new RegExp(`^${template.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path),
  );
  return found?.[1].get ?? null;
}

/** True if a path below the base names what the key `full` may read. */
function isKnown({ own, audioPaths }: Site, path: string): boolean {
  const [, , , , projectId, , sensorId] = path.split("/");
  return (
    audioPaths.includes(path) ||
    path.endsWith("/projects") ||
    (projectId === own.projectId && (sensorId === undefined || own.sensorIds.includes(sensorId)))
  );
}

function judgeQuery({ parameters }: Operation, query: string): Verdict {
  const sent = new URLSearchParams(query);
  const documented = parameters.filter(({ in: place }) => place === "query");
  const names = new Set(documented.map(({ name }) => name));
  const verdicts = documented.flatMap((parameter): Verdict[] => {
    const texts = sent.getAll(parameter.name);
    if (texts.length > 1 || (texts.length === 0 && parameter.required)) return ["refused"];
    return texts.map((text) => judgeText(parameter, text));
  });
  if ([...sent.keys()].some((name) => !names.has(name))) return "refused";
  if (verdicts.includes("refused")) return "refused";
  // The document states only in words which cursors are inside a range, and that it does not end before it starts.
  const isTaken =
    !verdicts.includes("open") &&
    ["0", null].includes(sent.get("cursor")) &&
    [null, "2000-01-01"].includes(sent.get("startAt")) &&
    [null, "2100-01-01"].includes(sent.get("endAt"));
  return isTaken ? "taken" : "open";
}
