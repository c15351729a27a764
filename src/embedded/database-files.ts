import { chmodSync, lstatSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { foreignFolder } from "./folder-owner.ts";

/** Opens the database in a folder, or creates it. Files have mode 0600 and folders 0700, also existing ones. */
export function openFiles(path: string): Promise<PGlite> {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  setPrivateModes(path);
  return PGlite.create({ fs: new PrivateFiles(path), postgresqlconf: settings });
}

/** The operating system caches the files: the default of 128 MB of buffers would only add memory. */
const settings = ["shared_buffers=16MB"];

/** PGlite creates some files with mode 0666, and a thread cannot have its own umask. */
class PrivateFiles extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS["init"]>) {
    const { emscriptenOpts } = await super.init(pg, options);
    const makePrivate = ({ FS }: Module) => {
      const operations = FS.filesystems.NODEFS.node_ops;
      const { mknod, setattr } = operations;
      operations.mknod = (parent, name, mode, device) => mknod(parent, name, mode & ~0o077, device);
      operations.setattr = (node, { mode, ...others }) =>
        setattr(node, mode === undefined ? others : { ...others, mode: mode & ~0o077 });
    };
    emscriptenOpts.preRun = [...(emscriptenOpts.preRun ?? []), makePrivate];
    return { emscriptenOpts };
  }
}

/** The part that PGlite's types leave out: Emscripten's file system in a folder of the host. */
interface Module {
  readonly FS: { readonly filesystems: { readonly NODEFS: { node_ops: NodeOperations } } };
}

interface NodeOperations {
  mknod(parent: unknown, name: string, mode: number, device: unknown): unknown;
  setattr(node: unknown, attributes: { mode?: number }): void;
}

function setPrivateModes(path: string): void {
  const stats = lstatSync(path);
  const uid = process.getuid?.() ?? stats.uid;
  // For such a file, PGlite only reports that it aborted.
  if (stats.uid !== uid) throw foreignFolder(path, stats.uid, uid);
  const mode = stats.isDirectory() ? 0o700 : 0o600;
  if ((stats.mode & 0o777) !== mode) chmodSync(path, mode);
  if (!stats.isDirectory()) return;
  for (const name of readdirSync(path)) setPrivateModes(join(path, name));
}
