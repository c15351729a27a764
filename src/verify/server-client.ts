/** An answer of the server that is verified. */
export interface Answer {
  readonly request: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The JSON of the body; undefined for another body. */
  readonly body: Json;
}

/** Parsed JSON whose form is what a check asks about. */
// oxlint-disable-next-line typescript/no-explicit-any -- A check reads members that may be anything.
export type Json = any;

export interface AskOptions {
  /** Null: none is sent. Default: the key of the run. */
  readonly key?: string | null;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends requests to one server, and keeps all of its answers. */
export interface ServerClient {
  /** The key of the run. */
  readonly key: string;
  readonly answers: readonly Answer[];
  /** `path` is below the base address; one that begins with its path, as `audioUrl` does, is below its host. */
  ask(path: string, options?: AskOptions): Promise<Answer>;
}

/** A request rejects where the server cannot be reached, or does not answer within half a minute. */
export function createServerClient(baseUrl: string, ownKey: string): ServerClient {
  const answers: Answer[] = [];
  const { origin, pathname } = new URL(baseUrl);
  const basePath = pathname.replace(/\/$/, "");
  return {
    key: ownKey,
    answers,
    async ask(path, { key = ownKey, method = "GET", headers = {} } = {}) {
      const url = origin + (path.startsWith(`${basePath}/`) ? path : basePath + path);
      const response = await fetch(url, {
        method,
        redirect: "manual",
        headers: {
          accept: "application/json",
          ...headers,
          ...(key !== null && { "svc-api-key": `Bearer ${key}` }),
        },
        signal: AbortSignal.timeout(requestMilliseconds),
      });
      const text = Buffer.from(await response.arrayBuffer()).toString("latin1");
      const answer: Answer = {
        request: `${method} ${path}`,
        status: response.status,
        headers: response.headers,
        text,
        body: parse(Buffer.from(text, "latin1").toString("utf8")),
      };
      answers.push(answer);
      return answer;
    },
  };
}

const requestMilliseconds = 30_000;

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
