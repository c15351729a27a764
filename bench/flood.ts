import { readFileSync } from "node:fs";
import { connect } from "node:net";

/*
 * A program that sends one request over many connections until SIGTERM. Each connection sends it again as soon as it is
 * answered. Arguments: the address with the path, the API key, the number of connections, and for a POST a file with
 * its JSON. It prints "flooding" when every connection has had an answer, and a line of JSON at its end.
 */

/** The answers to the flood. */
export interface FloodResult {
  readonly seconds: number;
  /** The number of answers by status. */
  readonly answers: Readonly<Record<string, number>>;
  /** The number of connections that the server closed. Each was opened again. */
  readonly closed: number;
}

const [address = "", key = "", count = "1", bodyPath = null] = process.argv.slice(2);
const { hostname, port, pathname, search } = new URL(address);
const body = bodyPath === null ? "" : readFileSync(bodyPath, "utf8");
const bodyHead = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
const request = Buffer.from(
  `${bodyPath === null ? "GET" : "POST"} ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}\r\n` +
    `svc-api-key: Bearer ${key}\r\n${bodyPath === null ? "" : bodyHead}\r\n${body}`,
);
const answers: Record<string, number> = {};
const answered = new Set<number>();
let startedAt = performance.now();
let closed = 0;
let isEnding = false;

for (let index = 0; index < Number(count); index += 1) open(index);

process.on("SIGTERM", () => {
  isEnding = true;
  const seconds = (performance.now() - startedAt) / 1000;
  const result: FloodResult = { seconds, answers, closed };
  process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));
});

function open(index: number): void {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  let isHead = true;
  let left = 0;
  socket.on("connect", () => socket.write(request));
  socket.on("error", () => undefined);
  socket.on("close", () => {
    if (isEnding) return;
    closed += 1;
    open(index);
  });
  socket.on("data", (chunk) => {
    if (isHead) {
      // The gateway sends a head in one packet.
      const end = chunk.indexOf("\r\n\r\n");
      const head = chunk.toString("latin1", 0, end);
      const status = head.slice(9, 12);
      answers[status] = (answers[status] ?? 0) + 1;
      left = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) - (chunk.length - end - 4);
      isHead = false;
    } else left -= chunk.length;
    if (left > 0) return;
    isHead = true;
    socket.write(request);
    if (answered.size === Number(count)) return;
    answered.add(index);
    if (answered.size < Number(count)) return;
    // Before this, connections were still being opened.
    for (const status of Object.keys(answers)) answers[status] = 0;
    startedAt = performance.now();
    console.log("flooding");
  });
}
