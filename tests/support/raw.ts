import { connect } from "node:net";
import { expectDocumented } from "./documented.ts";

/** An answer as received over the socket. */
export interface RawAnswer {
  readonly statusLine: string;
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends bytes over a new connection, each piece in a write of its own, and reads until the server closes. */
export async function sendRawRequests(url: string, ...pieces: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise<string>((resolve, reject) => {
    let all = "";
    const rest = [...pieces];
    const socket = connect({ port: Number(port), host: hostname, noDelay: true });
    const writeNext = () => {
      const piece = rest.shift();
      if (piece !== undefined) socket.write(piece, "latin1", () => setImmediate(writeNext));
    };
    socket.once("connect", writeNext);
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => (all += chunk));
    socket.on("end", () => resolve(all));
    socket.on("error", reject);
  });
}

/** Sends one request and checks its answer against the OpenAPI document. The body is all that follows the head. */
export async function sendRaw(url: string, ...pieces: readonly string[]): Promise<RawAnswer> {
  const received = await sendRawRequests(url, ...pieces);
  const end = received.indexOf("\r\n\r\n");
  const answer = { ...parseHead(received.slice(0, end)), body: received.slice(end + 4) };
  const [method = "", target = ""] = pieces.join("").trimStart().split(" ");
  expectDocumented({ ...answer, method, target });
  return answer;
}

/** Parses all answers of a connection. An answer to HEAD has a length and no body: the next one may follow its head. */
export function parseAnswers(received: string, method = "GET"): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = Buffer.from(received);
  while (rest.length > 0) {
    const end = rest.indexOf("\r\n\r\n");
    if (end < 0) throw new Error(`not an answer: ${rest.toString()}`);
    const head = parseHead(rest.subarray(0, end).toString());
    const length = Number(head.headers["content-length"]);
    const isBodyLeftOut = rest.subarray(end + 4).toString("latin1", 0, 5) === "HTTP/";
    const bodyLength = isBodyLeftOut ? 0 : method === "HEAD" ? rest.length : length;
    const bodyEnd = end + 4 + bodyLength;
    answers.push({ ...head, body: rest.subarray(end + 4, bodyEnd).toString() });
    rest = rest.subarray(bodyEnd);
  }
  return answers;
}

function parseHead(head: string): Omit<RawAnswer, "body"> {
  const [statusLine = "", ...fields] = head.split("\r\n");
  return {
    statusLine,
    status: Number(statusLine.split(" ")[1]),
    headers: Object.fromEntries(
      fields.map((field) => {
        const colon = field.indexOf(":");
        return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
      }),
    ),
  };
}
