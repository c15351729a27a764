import type { Database } from "#database/client/pool.ts";

/** The database, but for the statements whose text `fails` picks out: these are refused with `error`. */
export function failingDatabase(
  db: Database,
  fails: (text: string) => boolean,
  error: Error,
): Database {
  const client = new Proxy(db.$client, {
    get: (target, name, receiver) =>
      name === "unsafe"
        ? (...sent: Parameters<typeof target.unsafe>) =>
            fails(sent[0]) ? Promise.reject(error) : target.unsafe(...sent)
        : (Reflect.get(target, name, receiver) as unknown),
  });
  return new Proxy(db, {
    get: (target, name, receiver) =>
      name === "$client" ? client : (Reflect.get(target, name, receiver) as unknown),
  });
}
