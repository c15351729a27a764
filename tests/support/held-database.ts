import type { Database } from "#database/client/pool.ts";

/** The database, but its statements wait until `release` is called. */
export function holdDatabase(db: Database): { readonly db: Database; release(): void } {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const client = new Proxy(db.$client, {
    get: (target, name, receiver) =>
      name === "unsafe"
        ? (...sent: Parameters<typeof target.unsafe>) => released.then(() => target.unsafe(...sent))
        : (Reflect.get(target, name, receiver) as unknown),
  });
  return {
    db: new Proxy(db, {
      get: (target, name, receiver) =>
        name === "$client" ? client : (Reflect.get(target, name, receiver) as unknown),
    }),
    release,
  };
}
