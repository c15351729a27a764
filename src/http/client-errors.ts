import type { Server } from "node:http";
import type { Socket } from "node:net";
import { GatewayError } from "#acoustics/errors.ts";
import type { Connection } from "./connections.ts";
import { hangUp, readOn } from "./last-words.ts";
import { exchangeOf } from "./request-context.ts";
import type { RecordOptions } from "./request-log.ts";
import { writeRefusal } from "./raw-refusal.ts";
import { namesVersion } from "./refuse-malformed.ts";
import {
  isUnfinished,
  type MethodsAt,
  type ParserError,
  type Refusal,
  refusalOf,
} from "./refused-head.ts";

/**
 * Answers what the HTTP parser refuses and what never becomes a request, with our body and headers:
 * method tokens it does not know, CONNECT, header blocks over the limit, and what is not HTTP. Such
 * an answer waits for those of the requests before it on the connection, and cuts a connection in
 * the middle of one: it must never stand inside another answer's body. A request has one answer:
 * what is wrong with a body is the answer to its request or, where that was answered, none.
 */
export function answerRawFailures(
  server: Server,
  connections: ReadonlyMap<Socket, Connection>,
  options: RawAnswerOptions,
): void {
  const { methodsAt } = options;
  const refused = new WeakSet<Socket>();
  const inTurn = (socket: Socket, end: () => void) => {
    const [response] = connections.get(socket)?.underWay ?? [];
    if (response === undefined) end();
    else if (response.headersSent && !response.writableEnded) socket.destroy();
    else response.once("close", () => inTurn(socket, end));
  };
  const refuse = (socket: Socket, refusal: Refusal) => {
    inTurn(socket, () => {
      if (socket.writable) hangUp(socket, writeRefusal(refusal, options));
      else socket.destroy();
    });
  };

  server.on("connect", (request, socket: Socket) => {
    refused.add(socket);
    // The server has let go of it: a reset would be nobody's error, and end the process.
    socket.on("error", () => socket.destroy());
    const { headers } = request;
    const requestId = [headers["x-request-id"]].flat()[0];
    const error = namesVersion(request)
      ? // Its target is no path.
        GatewayError.methodNotAllowed(methodsAt(""))
      : GatewayError.malformedRequest();
    refuse(socket, { error, accept: headers.accept, requestId, body: true });
  });
  server.on("clientError", (error: ParserError, socket: Socket) => {
    if (!socket.writable || error.code === "ECONNRESET") return socket.destroy();
    // The parser repeats itself with every further piece.
    if (refused.has(socket)) return;
    refused.add(socket);
    const connection = connections.get(socket);
    if (connection?.latest?.complete === false) {
      failUnread(connection);
      return inTurn(socket, () => hangUp(socket));
    }
    // A client that has not said a word is not told one: it may be just about to ask.
    if (socket.bytesRead === 0) return socket.destroy();
    const head = connection?.head.text(error.rawPacket) ?? "";
    const answer = (text: string) => refuse(socket, refusalOf(error, methodsAt, text));
    // A head that has taken too long, or whose client has ended, has no more to say.
    if (error.rawPacket === undefined || !isUnfinished(head)) return answer(head);
    readOn(socket, head, (text) => !isUnfinished(text), answer);
  });
}

export interface RawAnswerOptions extends RecordOptions {
  /** The methods of what a path names. */
  readonly methodsAt: MethodsAt;
}

/** Answers a request whose body cannot be read, unless its answer has begun. */
function failUnread({ latest, underWay }: Connection): void {
  const response = [...underWay].find(({ req }) => req === latest);
  if (response === undefined || response.headersSent) return;
  response.setHeader("Connection", "close");
  exchangeOf(response)?.fail(GatewayError.malformedRequest());
}
