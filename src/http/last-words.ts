import type { Socket } from "node:net";

/**
 * Ends a connection after its last words. What the client still sends is read and thrown away for a
 * while: closed with bytes unread, the connection would be reset, and the words might be lost.
 */
export function hangUp(socket: Socket, words = ""): void {
  takeFromParser(socket, () => undefined);
  closeAfter(socket, lingerMilliseconds);
  socket.end(words);
}

/**
 * Reads on from `text` for a parser that has given up, until it is `enough` or the client falls silent.
 */
export function readOn(
  socket: Socket,
  text: string,
  enough: (text: string) => boolean,
  then: (text: string) => void,
): void {
  let all = text;
  const finish = () => {
    clearTimeout(silence);
    socket.off("end", finish).off("close", finish);
    takeFromParser(socket, () => undefined);
    then(all);
  };
  const silence = setTimeout(finish, lingerMilliseconds);
  // Before the server hears of it, which ends a connection whose client has ended it.
  socket.prependOnceListener("end", finish).once("close", finish);
  takeFromParser(socket, (piece) => {
    all += piece.toString("latin1");
    if (enough(all)) finish();
  });
}

const lingerMilliseconds = 2000;

function takeFromParser(socket: Socket, take: (piece: Buffer) => void): void {
  socket.removeAllListeners("data").on("data", take).resume();
}

function closeAfter(socket: Socket, milliseconds: number): void {
  const cut = setTimeout(() => socket.destroy(), milliseconds);
  socket.once("end", () => socket.destroy());
  socket.once("close", () => clearTimeout(cut));
}
