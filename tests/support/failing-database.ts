import type { Database } from "../../src/database/client/statement.ts";
import type { GatewayOptions } from "../../src/server/start.ts";
import { commandIssues, statementIssues } from "./statement-rules.ts";

type Serving = GatewayOptions["database"];

/** Wraps a database so that statements whose text `fails` selects are refused with `error`. */
export function failingDatabase(
  database: Serving,
  fails: (text: string) => boolean,
  error: Error,
): Serving {
  return intercept(database, (text, send) => (fails(text) ? Promise.reject(error) : send()));
}

/** Wraps a database so that its statements, or those whose text `isHeld` selects, wait until `release` is called. */
export function holdDatabase(
  database: Serving,
  isHeld: (text: string) => boolean = () => true,
): { readonly database: Serving; release(): void } {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const held = intercept(database, (text, send) => (isHeld(text) ? released.then(send) : send()));
  return { database: held, release };
}

/** Wraps a database so that `work` is done before the first statement whose text `isNext` selects is sent. */
export function workBefore(
  database: Serving,
  isNext: (text: string) => boolean,
  work: () => Promise<unknown>,
): Serving {
  let isDone = false;
  return intercept(database, async (text, send) => {
    if (!isDone && isNext(text)) {
      isDone = true;
      await work();
    }
    return send();
  });
}

/** Wraps a database so that its requests read telemetry as on a standby: the server that is there plays it. */
export function asOnStandby(database: Serving): Serving {
  return {
    sessionFor: (work) => {
      const session = database.sessionFor(work);
      const failed = (error: unknown) => {
        throw error;
      };
      return { ...session, standby: { connect: () => session, failed } };
    },
  };
}

/** Wraps a database to check the statements that are sent for the rules of a distributed one. */
export function checkStatements(database: Serving, report: (issue: string) => void): Serving {
  return intercept(database, (text, send, values) => {
    const issues = [...statementIssues(text, values), ...commandIssues(text)];
    for (const issue of issues) report(`${issue}: ${text}`);
    return send();
  });
}

/** Wraps a database to note its statements, and how many are in flight at most. */
export function watchDatabase(database: Serving) {
  const seen = { texts: [] as string[], mostInFlight: 0 };
  let inFlight = 0;
  const watched = intercept(database, async (text, send) => {
    seen.texts.push(text);
    inFlight += 1;
    seen.mostInFlight = Math.max(seen.mostInFlight, inFlight);
    return send().finally(() => (inFlight -= 1));
  });
  return { database: watched, seen };
}

type Client = Database["client"];

function intercept(
  database: Serving,
  handle: (
    text: string,
    send: () => ReturnType<Client["unsafe"]>,
    values: readonly unknown[],
  ) => unknown,
): Serving {
  return {
    sessionFor: (work) => {
      const session = database.sessionFor(work);
      const client = new Proxy(session.client, {
        get: (target, name, receiver) =>
          name === "unsafe"
            ? (...sent: Parameters<Client["unsafe"]>) =>
                handle(sent[0], () => target.unsafe(...sent), sent[1] ?? [])
            : (Reflect.get(target, name, receiver) as unknown),
      });
      return { ...session, client };
    },
  };
}
