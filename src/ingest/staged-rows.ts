import { deflateRawSync, inflateRawSync } from "node:zlib";

/**
 * The text under which a batch is staged: its columns as JSON, deflated, because the embedded database packs text
 * slowly.
 */
export function packRows(batch: object): string {
  return deflateRawSync(JSON.stringify(batch), { level: 1 }).toString("base64");
}

/** The batch of such a text. Earlier releases staged the JSON itself, which begins with a brace. */
export function unpackRows(text: string): object {
  const json = text.startsWith("{")
    ? text
    : inflateRawSync(Buffer.from(text, "base64")).toString("utf8");
  return JSON.parse(json) as object;
}
