import { apiKey } from "./api-key.ts";
import { keyRequest } from "./key-text.ts";

/**
 * Opens GraphiQL in a window of its own, and sends it the key when it requests it: a message between windows of one
 * origin, so that the key is in no address and in no store.
 */
export function openGraphiql(): void {
  const page = globalThis.open("graphql", "_blank");
  if (page === null) return;
  const answer = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== page || origin !== location.origin || data !== keyRequest) return;
    globalThis.removeEventListener("message", answer);
    if (apiKey.value !== null) page.postMessage({ key: apiKey.value }, location.origin);
  };
  globalThis.addEventListener("message", answer);
}
