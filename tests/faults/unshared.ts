import { spawnSync } from "node:child_process";

/** The command before a command that runs it in network and process namespaces of its own, as a container does. */
export const unshare = [
  "unshare",
  ...(process.getuid?.() === 0 ? [] : ["--map-root-user"]),
  "--net",
  "--pid",
  "--fork",
  "--kill-child",
] as const;

/** True if this machine lets this user do that. */
export function canUnshare(): boolean {
  const [command, ...options] = unshare;
  return spawnSync(command, [...options, "true"]).status === 0;
}

export const cannotUnshare = "this user may not create network namespaces here";
