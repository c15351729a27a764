import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface ListenAddress {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
}

/**
 * Listens; resolves to the address, `http://127.0.0.1:8080` say. Rejects with the code `CANNOT_LISTEN`
 * and the names of the variables at fault.
 */
export function listen(
  server: Server,
  { host, port }: ListenAddress,
  variables: string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const refuse = (cause: Error) => {
      const message = `${variables}: cannot listen on ${host}:${port}: ${cause.message}`;
      reject(Object.assign(new Error(message, { cause }), { code: "CANNOT_LISTEN" }));
    };
    server.once("error", refuse);
    server.listen(port, host, () => {
      server.off("error", refuse);
      const { port: taken } = server.address() as AddressInfo;
      resolve(`http://${host.includes(":") ? `[${host}]` : host}:${taken}`);
    });
  });
}
