import { readFileSync } from "node:fs";

/** An address in the form that the driver reads, with its options as options of the driver. */
export interface DriverOptions {
  /** Without options: the driver would send options that it does not support to the server. */
  readonly url: string;
  readonly applicationName: string;
  readonly login: {
    readonly ssl: false | "require" | { readonly ca?: string };
    /** The driver decodes every part of an address except the name of the database. */
    readonly database?: string;
  };
}

/**
 * Reads the options of an address. `sslmode=require` encrypts without any check of the certificate, as libpq does.
 * `verify-full` checks the name in the certificate and its authority: one that Node trusts, or the file `sslrootcert`.
 */
export function driverOptionsOf(address: string): DriverOptions {
  const url = new URL(address);
  const { searchParams: options, pathname } = url;
  const mode = options.get("sslmode") ?? "disable";
  const authority = options.get("sslrootcert");
  const ca = authority === null ? {} : { ca: readFileSync(authority, "utf8") };
  const applicationName = options.get("application_name") ?? "acoustic";
  const database = decodeURIComponent(pathname.slice(1));
  url.search = "";
  url.hash = "";
  return {
    url: url.href,
    applicationName,
    login: {
      ssl: mode === "verify-full" ? ca : mode === "require" && mode,
      ...(database !== "" && { database }),
    },
  };
}
