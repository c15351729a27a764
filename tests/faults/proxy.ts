import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, openSync, closeSync } from "node:fs";
import { chown, cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { packageFile } from "../../src/system/package-files.ts";
import { freePort } from "../support/free-port.ts";

/** The nginx of Debian's package. */
const binary = "/usr/sbin/nginx";

export const hasNginx = existsSync(binary);

/** nginx with the configuration in ops/proxy, as an ordinary user. */
export interface Proxy {
  readonly publicUrl: string;
  readonly internalUrl: string;
  /** The folder of its process id, its temporary files and its logs. */
  readonly folder: string;
  /** The lines of the access log. */
  answers(): Promise<AccessLine[]>;
  stop(): Promise<void>;
}

export interface AccessLine {
  readonly status: number;
  readonly requestId: string;
  /** The addresses that were tried, in order. */
  readonly gateway: string;
}

export interface ProxyOptions {
  /** The addresses of the gateways, `host:port`. */
  readonly publicGateways: readonly string[];
  readonly internalGateways: readonly string[];
  /** The lines with which the public server listens, for a port. Default: without TLS. */
  readonly listen?: (port: number) => string;
}

/** Starts the proxy on free ports. */
export async function startProxy(options: ProxyOptions): Promise<Proxy> {
  const root = await mkdtemp(join(tmpdir(), "acoustic-proxy-"));
  const folder = join(root, "run");
  await cp(packageFile("ops/proxy"), join(root, "conf"), { recursive: true });
  const [publicPort, internalPort] = [await freePort(), await freePort()];
  const site = siteOf(options, await readFile(packageFile("ops/proxy/site.conf"), "utf8"), {
    publicPort,
    internalPort,
  });
  await writeFile(join(root, "conf", "site.conf"), site);
  await mkdir(folder);
  const identity = ordinaryUser();
  if ("uid" in identity) {
    for (const each of [root, folder]) await chown(each, identity.uid, identity.gid);
  }
  const errors = openSync(join(folder, "errors"), "a", 0o666);
  const child = spawn(
    binary,
    ["-e", "stderr", "-p", folder, "-c", join(root, "conf", "nginx.conf"), "-g", "daemon off;"],
    { cwd: folder, stdio: ["ignore", "ignore", errors], ...identity },
  );
  closeSync(errors);
  for (const port of [publicPort, internalPort]) {
    if (!(await answers(child, port))) {
      const said = await readFile(join(folder, "errors"), "utf8");
      await rm(root, { recursive: true });
      throw new Error(`nginx ended: ${said}`);
    }
  }
  return {
    publicUrl: `http://127.0.0.1:${publicPort}`,
    internalUrl: `http://127.0.0.1:${internalPort}`,
    folder,
    answers: async () => {
      const text = await readFile(join(folder, "access"), "utf8");
      // The text after the last line feed is a line that is being written.
      const lines = text.split("\n").slice(0, -1);
      return lines.map((line) => JSON.parse(line) as AccessLine);
    },
    stop: async () => {
      if (child.exitCode === null) {
        const ended = once(child, "exit");
        child.kill("SIGTERM");
        await ended;
      }
      await rm(root, { recursive: true });
    },
  };
}

/** The site of the compose file, with other addresses and ports. */
function siteOf(
  {
    publicGateways,
    internalGateways,
    listen = (port) => `listen 127.0.0.1:${port};`,
  }: ProxyOptions,
  site: string,
  { publicPort, internalPort }: { readonly publicPort: number; readonly internalPort: number },
): string {
  const servers = (addresses: readonly string[], options: string) =>
    addresses.map((address) => `server ${address} ${options};`).join("\n  ");
  const changes: [RegExp, (match: string, rest: string) => string][] = [
    [/access_log \S+ (.*);/, (_, format) => `access_log access ${format};`],
    [/^resolver .*$/m, () => ""],
    [/server gateway:8080 resolve (.*);/, (_, rest) => servers(publicGateways, rest)],
    [/server gateway:8081 resolve (.*);/, (_, rest) => servers(internalGateways, rest)],
    [/listen 8080;/, () => listen(publicPort)],
    [/listen 8081;/, () => `listen 127.0.0.1:${internalPort};`],
  ];
  return changes.reduce((text, [pattern, change]) => {
    if (!pattern.test(text)) throw new Error(`ops/proxy/site.conf has no ${pattern.source}`);
    return text.replace(pattern, change);
  }, site);
}

/** Resolves when a port accepts a connection; to false if the process ends before. */
async function answers(child: ChildProcess, port: number): Promise<boolean> {
  while (child.exitCode === null) {
    const socket = connect(port, "127.0.0.1");
    const isOpen = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return true;
    await setImmediate();
  }
  return false;
}

/** The user of Debian's web servers, where the tests run as root. */
function ordinaryUser(): { readonly uid: number; readonly gid: number } | object {
  if (process.getuid?.() !== 0) return {};
  const idOf = (option: string) =>
    Number(execFileSync("id", [option, "www-data"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}
