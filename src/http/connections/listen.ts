import { type AddressInfo, createServer, type Server } from "node:net";

export interface ListenAddress {
  readonly host: string;
  /** 0 means any free port. */
  readonly port: number;
}

/** Listens, and resolves to the address `http://127.0.0.1:8080`. Rejects with `CANNOT_LISTEN`, naming the variables. */
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
    server.listen({ port, host, backlog }, () => {
      server.off("error", refuse);
      const { port: actual } = server.address() as AddressInfo;
      resolve(`http://${host.includes(":") ? `[${host}]` : host}:${actual}`);
    });
  });
}

/** Rejects with `CANNOT_LISTEN` if the server cannot listen on each of the addresses at once. */
export async function requireFree(
  addresses: readonly (readonly [address: ListenAddress, variables: string])[],
): Promise<void> {
  const servers = addresses.map(() => createServer());
  try {
    for (const [index, [address, variables]] of addresses.entries()) {
      await listen(servers[index] as Server, address, variables);
    }
  } finally {
    // A server that listens on nothing calls back at once.
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  }
}

/**
 * The bound of connections that wait to be accepted; the kernel has its own bound, mostly 4096. It drops the first
 * packet of a further connection, and the client repeats that packet after 1, 3 and 7 seconds.
 */
const backlog = 4096;
