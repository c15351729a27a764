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
      reject(Object.assign(new Error(message, { cause }), { code: cannotListen }));
    };
    server.once("error", refuse);
    server.listen(port, host, () => {
      server.off("error", refuse);
      const { port: taken } = server.address() as AddressInfo;
      resolve(`http://${host.includes(":") ? `[${host}]` : host}:${taken}`);
    });
  });
}

/** What each comes to, in order; where any rejects, the messages of all that did are its message, a line each. */
export async function listenAll(
  first: Promise<string>,
  second: Promise<string>,
): Promise<[string, string]> {
  const [one, other] = await Promise.allSettled([first, second]);
  if (one.status === "fulfilled" && other.status === "fulfilled") return [one.value, other.value];
  const causes = [one, other].flatMap((outcome) =>
    outcome.status === "rejected" ? [outcome.reason as Error] : [],
  );
  const message = causes.map((cause) => cause.message).join("\n");
  throw Object.assign(new AggregateError(causes, message), { code: cannotListen });
}

const cannotListen = "CANNOT_LISTEN";
