import { resolve } from "node:path";
import type { AudioStoreConfig, DatabaseConfig } from "../../config.ts";
import { nameOfDatabase } from "../../system/server-addresses.ts";

/** The database in use: `user@host:port/name` without the password, or the folder of the embedded one. */
export function describeDatabase(config: DatabaseConfig): string {
  return config.kind === "embedded"
    ? `embedded in ${resolve(config.dataDirectory)}`
    : nameOfDatabase(config.url);
}

/** The store of recordings in use. */
export function describeStore(config: AudioStoreConfig): string {
  if (config.kind === "folder") return resolve(config.folder);
  const { bucket, prefix, endpoint } = config;
  return `s3://${bucket}${prefix === "" ? "" : `/${prefix}`} at ${endpoint}`;
}
