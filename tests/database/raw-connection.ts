import { once } from "node:events";
import { type Socket, connect } from "node:net";

/**
 * A connection to a local database that sends single protocol messages, where a driver would send
 * whole queries: to stop in the middle of one.
 */
export interface RawConnection {
  send(...messages: Buffer[]): void;
  /** The answers up to and with the first whose type is `last`, each as its type and its content. */
  readUntil(last: string): Promise<Answer[]>;
  /** Breaks the connection off, as a process that is killed does. */
  destroy(): Promise<void>;
}

export type Answer = readonly [type: string, content: string];

export async function openRawConnection(path: string): Promise<RawConnection> {
  const socket = connect({ path });
  await once(socket, "connect");
  const answers = readAnswers(socket);
  const connection: RawConnection = {
    send: (...messages) => {
      socket.write(Buffer.concat(messages));
    },
    async readUntil(last) {
      const read: Answer[] = [];
      for (;;) {
        const { value } = await answers.next();
        if (value === undefined) throw new Error("the connection ended");
        read.push(value);
        if (value[0] === last) return read;
      }
    },
    async destroy() {
      if (socket.closed) return;
      const closed = once(socket, "close");
      socket.destroy();
      await closed;
    },
  };
  connection.send(startup);
  await connection.readUntil("Z");
  return connection;
}

export const parse = (name: string, text: string) => message("P", `${name}\0${text}\0\0\0`);
export const bind = (name: string) => message("B", `\0${name}\0\0\0\0\0\0\0`);
export const execute = message("E", "\0\0\0\0\0");
export const flush = message("H", "");
export const sync = message("S", "");
export const query = (text: string) => message("Q", `${text}\0`);

const startup = Buffer.concat([
  Buffer.from([0, 0, 0, 41, 0, 3, 0, 0]),
  Buffer.from("user\0postgres\0database\0postgres\0\0"),
]);

function message(type: string, content: string): Buffer {
  const body = Buffer.from(content);
  const header = Buffer.alloc(5);
  header.write(type, 0);
  header.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([header, body]);
}

async function* readAnswers(socket: Socket): AsyncGenerator<Answer, undefined> {
  let bytes = Buffer.alloc(0);
  for await (const chunk of socket) {
    bytes = Buffer.concat([bytes, chunk as Buffer]);
    while (bytes.length >= 5 && bytes.length > bytes.readInt32BE(1)) {
      const end = bytes.readInt32BE(1) + 1;
      yield [bytes.toString("latin1", 0, 1), bytes.toString("utf8", 5, end)];
      bytes = bytes.subarray(end);
    }
  }
}
