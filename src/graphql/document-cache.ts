import { LRUCache } from "lru-cache";
import {
  compileDocument,
  type ExecuteDocument,
  interpretDocument,
  type PrepareDocument,
} from "./execute.ts";

/**
 * Makes documents that clients send ready, and remembers them. Those of dashboards come again and again
 * and are worth compiling, and so is one with a large answer; another that is seen for the first time is
 * interpreted, as many are written anew for each request. Compiled code is some hundred times as long as its document, so what is kept is
 * bounded by the documents' length.
 */
export function createDocumentCache(): PrepareDocument {
  const known = new LRUCache<string, ExecuteDocument | typeof seenOnce>({
    maxSize: charactersKept,
    sizeCalculation: (_document, name) => name.length,
  });
  return (schema, document, operationName, size) => {
    const name = `${operationName ?? ""}\n${document.loc?.source.body ?? ""}`;
    const found = known.get(name);
    if (found !== undefined && found !== seenOnce) return found;
    if (found === undefined && size !== "large") {
      known.set(name, seenOnce);
      return interpretDocument(schema, document, operationName);
    }
    const ready = compileDocument(schema, document, operationName);
    known.set(name, ready);
    return ready;
  };
}

const seenOnce = Symbol("seen once");

const charactersKept = 256 * 1024;
