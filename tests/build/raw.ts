import { connect } from "node:net";

/** An answer as it came over the socket. */
export interface RawAnswer {
  readonly statusLine: string;
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends `text` as it is to an address, reads until the server closes, and takes the first answer apart. */
export async function sendRaw(url: string, text: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const received = await new Promise<string>((resolve, reject) => {
    let all = "";
    const socket = connect(Number(port), hostname, () => socket.write(text, "latin1"));
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => (all += chunk));
    socket.on("end", () => resolve(all));
    socket.on("error", reject);
  });
  const [head = "", ...body] = received.split("\r\n\r\n");
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
    body: body.join("\r\n\r\n"),
  };
}
