/**
 * The servers of an address such as `postgres://user:password@a:5432,b/name?target_session_attrs=primary`. They share
 * user, password, database and options, as libpq reads them. A host without a port has 5432.
 */
export interface ServerAddresses {
  /** At least one. */
  readonly hosts: readonly [ServerHost, ...ServerHost[]];
  /** The option `target_session_attrs`; null without it. */
  readonly sessionKind: string | null;
  /** All options, each with its value; the driver has its own names for some. */
  readonly options: readonly (readonly [string, string])[];
}

export interface ServerHost {
  readonly host: string;
  readonly port: number;
  /** The address of only this server, without `target_session_attrs`, for the driver. It may have a password. */
  readonly url: string;
}

/** Parses an address of one or several servers. Null: it has no such form. */
export function parseServerAddresses(text: string): ServerAddresses | null {
  const parts = /^(?<scheme>postgres(?:ql)?:\/\/)(?<authority>[^/?#]*)(?<rest>.*)$/s.exec(text);
  if (parts?.groups === undefined) return null;
  const { scheme = "", authority = "", rest = "" } = parts.groups;
  // An unescaped `/`, `?` or `#` in the password ends the authority: the rest is not the name of a database.
  if (!/^(?:\/[^/@#?]*)?(?:\?[^@#]*)?$/s.test(rest)) return null;
  const hostsAt = authority.lastIndexOf("@") + 1;
  const login = authority.slice(0, hostsAt);
  const named = authority.slice(hostsAt).split(",");
  const hosts: ServerHost[] = [];
  for (const name of named) {
    const url = scheme + login + name + rest;
    if (!URL.canParse(url) || (named.length > 1 && name === "")) return null;
    // An escape would mean the folder of a Unix socket.
    if (name.includes("%")) return null;
    hosts.push(hostOf(new URL(url)));
  }
  const [first, ...others] = hosts;
  if (first === undefined) return null;
  const options = new URL(scheme + login + named[0] + rest).searchParams;
  return {
    hosts: [first, ...others],
    sessionKind: options.get(sessionOption),
    options: [...options],
  };
}

/** `host:port`, for messages and the log. */
export function nameOfHost({ host, port }: Pick<ServerHost, "host" | "port">): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

/** `user@host:port/name` of an address of servers, without its password and options. */
export function nameOfDatabase(text: string): string {
  const hosts = parseServerAddresses(text)?.hosts ?? [];
  const { username, pathname } = new URL(hosts[0]?.url ?? text);
  const login = username === "" ? "" : `${username}@`;
  return `${login}${hosts.map(nameOfHost).join(",")}${pathname === "/" ? "" : pathname}`;
}

const sessionOption = "target_session_attrs";

function hostOf(url: URL): ServerHost {
  if (url.searchParams.has(sessionOption)) url.searchParams.delete(sessionOption);
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, "$1") || "localhost",
    port: Number(url.port || 5432),
    url: url.href,
  };
}
