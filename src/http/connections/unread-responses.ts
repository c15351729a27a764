import type { ServerResponse } from "node:http";

export type UnreadResponses = ReturnType<typeof createUnreadResponses>;

/**
 * Bounds the memory of answers that clients have not read, and of bodies that wait for their answer. No answer is
 * discarded: if a key has too many unread bytes, its further requests are refused until its clients read.
 */
export function createUnreadResponses(bytesBound: number, bytesPerKeyBound: number) {
  /** The responses of each key, with the bytes of their requests. */
  const byKey = new Map<string, Map<ServerResponse, number>>();
  const bytesOf = (responses: Iterable<[ServerResponse, number]> = []) => {
    let bytes = 0;
    for (const [response, body] of responses) bytes += response.writableLength + body;
    return bytes;
  };
  const allBytes = () => {
    let bytes = 0;
    for (const responses of byKey.values()) bytes += bytesOf(responses);
    return bytes;
  };
  return {
    /** The unread bytes of all keys together, and their bodies. */
    get bytes() {
      return allBytes();
    },
    /**
     * False if the key has too many unread bytes, or if all keys together have too many and this key has some. To be
     * checked when the request has its slot.
     */
    hasRoom(key: string) {
      const bytes = bytesOf(byKey.get(key));
      return bytes === 0 || (bytes < bytesPerKeyBound && allBytes() < bytesBound);
    },
    /** Counts the unread bytes of a response until it is closed. */
    add(key: string, response: ServerResponse) {
      const responses = byKey.get(key) ?? new Map<ServerResponse, number>();
      byKey.set(key, responses.set(response, 0));
      response.once("close", () => {
        responses.delete(response);
        if (responses.size === 0 && byKey.get(key) === responses) byKey.delete(key);
      });
    },
    /** Counts the body of the request as well. */
    countBody(key: string, response: ServerResponse, bytes: number) {
      const responses = byKey.get(key);
      if (responses?.has(response) === true) responses.set(response, bytes);
    },
  };
}
