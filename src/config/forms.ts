/*
 * The forms of the values of settings, each on its own.
 */

export function isStore(store: string): boolean {
  // `file:/var/audio` would be a folder of that name below the working directory.
  if (!isBucket(store)) return !/^[a-z][a-z0-9+.-]+:/i.test(store);
  const [, bucket = "", prefix = ""] = bucketPattern.exec(store) ?? [];
  // A path with these parts would mean another path.
  return bucket !== "" && !prefix.split("/").some((part) => part === "." || part === "..");
}

/** An address with only a scheme and a host. */
export function isOrigin(text: string): boolean {
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return false;
  const { username, password, search, hash, pathname } = new URL(text);
  return `${username}${password}${search}${hash}` === "" && pathname === "/";
}

export function isRegion(text: string): boolean {
  return /^[a-z0-9-]{1,40}$/.test(text);
}

export function isBucket(store: string): boolean {
  return /^s3:/i.test(store);
}

export const bucketPattern =
  /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w.-]+(?:\/[\w.-]+)*))?\/?$/;

/** True for an address on a host, and for a path on the host of the page. */
export function hasTileAddress(template: string): boolean {
  if (!/^[!-~]+$/.test(template) || /["\\<>]/.test(template)) return false;
  if (template.startsWith("/")) return !template.startsWith("//");
  if (!/^https?:\/\/[^/?#]/i.test(template) || !URL.canParse(template)) return false;
  const { username, password } = new URL(template);
  return username === "" && password === "";
}

/** True for a template of one tile, on a host that does not depend on the tile. */
export function hasTilePlaceholders(template: string): boolean {
  const host = /^https?:\/\/[^/?#]+/i.exec(template)?.[0] ?? "";
  const placeholders = template.slice(host.length).match(/\{[^{}]*\}|[{}]/g) ?? [];
  return !/[{}]/.test(host) && placeholders.toSorted().join() === "{x},{y},{z}";
}

/** An http or https address to which a path can be appended. */
export function isCollector(text: string): boolean {
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return false;
  const { username, password, search, hash } = new URL(text);
  return `${username}${password}${search}${hash}` === "";
}

export const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;
