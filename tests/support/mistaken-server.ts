import { type IncomingHttpHeaders, request as send, type RequestListener } from "node:http";
import { withServer } from "./local-server.ts";

/** A request, or an answer, on its way through a server that makes a mistake. Both may be changed in place. */
export interface PassedRequest {
  path: string;
  readonly headers: IncomingHttpHeaders;
}

export interface PassedAnswer {
  status: number;
  readonly headers: IncomingHttpHeaders;
  /** The JSON of the body; an empty object for another body. */
  // oxlint-disable-next-line typescript/no-explicit-any -- JSON of any form.
  readonly body: any;
}

export interface Mistake {
  ask?(request: PassedRequest): unknown;
  answer?(answer: PassedAnswer, request: PassedRequest): unknown;
}

/** Runs `work` with the address of a server that passes requests on, and makes the mistake when it is switched on. */
export async function withMistake(
  origin: string,
  mistake: Mistake,
  work: (origin: string, setMistaken: () => void) => Promise<void>,
): Promise<void> {
  let current: Mistake = {};
  const passOn: RequestListener = (incoming, outgoing) => {
    const { url: path = "", headers, method } = incoming;
    const passed = { path, headers: { ...headers } };
    current.ask?.(passed);
    send(origin + passed.path, { method, headers: passed.headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.once("end", () => {
        const bytes = Buffer.concat(chunks);
        const isJson =
          bytes.length > 0 && answer.headers["content-type"]?.includes("json") === true;
        const body: unknown = isJson ? JSON.parse(bytes.toString()) : {};
        const { statusCode: status = 0 } = answer;
        const changed: PassedAnswer = { status, headers: { ...answer.headers }, body };
        current.answer?.(changed, passed);
        const text = isJson ? Buffer.from(JSON.stringify(body)) : bytes;
        const { "content-length": _, connection: __, ...fields } = changed.headers;
        const length = bytes.length === 0 ? {} : { "content-length": text.length };
        outgoing.writeHead(changed.status, { ...fields, ...length }).end(text);
      });
    }).end();
  };
  await withServer(passOn, (url) => work(url, () => (current = mistake)));
}
