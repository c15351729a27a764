import { compareIds } from "../../acoustics/ids.ts";

/** A file of a drop folder in one listing. */
export interface SeenFile {
  /** The path below the drop folder, with `/`. */
  readonly path: string;
  readonly byteLength: number;
  /** Milliseconds since 1970, by the clock of the file system. */
  readonly modifiedAt: number;
  /** Stays the same when a file is renamed. */
  readonly inode: string;
}

/**
 * Finds complete files: those whose size and time did not change for the quiet time, and those that the last listing
 * had under a name in `.part` with the same inode, size and time. The oldest comes first, so that of two files with
 * the same seconds the newer one wins.
 */
export function createFinishedFiles<File extends SeenFile>(quietMilliseconds: number) {
  let known = new Map<string, { readonly seen: File; readonly since: number }>();
  let partial = new Map<string, File>();
  return {
    /** Compares a listing of `now` with the last one. Returns the complete files. */
    update(files: readonly File[], now: number): File[] {
      const whole = files.filter(({ path }) => !isPartial(path));
      const renamed = new Set(
        whole.filter((seen) => {
          const before = partial.get(seen.inode);
          return before !== undefined && isSameFile(before, seen);
        }),
      );
      known = new Map(
        whole.map((seen) => {
          const before = known.get(seen.inode);
          if (renamed.has(seen)) return [seen.inode, { seen, since: -Infinity }];
          const stoodStill = before !== undefined && isSameFile(before.seen, seen);
          return [seen.inode, { seen, since: stoodStill ? before.since : now }];
        }),
      );
      partial = new Map(
        files.filter(({ path }) => isPartial(path)).map((seen) => [seen.inode, seen]),
      );
      return [...known.values()]
        .filter(({ since }) => now - since >= quietMilliseconds)
        .map(({ seen }) => seen)
        .toSorted(
          (left, right) =>
            left.modifiedAt - right.modifiedAt || compareIds(nameOf(left), nameOf(right)),
        );
    },
  };
}

/** A claimed file keeps its order among files of the same time. */
function nameOf({ path }: SeenFile): string {
  return path.replace(/^importing\//, "");
}

/** True if two listings have the same metadata of the content. */
export function isSameFile(left: Omit<SeenFile, "path">, right: Omit<SeenFile, "path">): boolean {
  return (
    left.inode === right.inode &&
    left.byteLength === right.byteLength &&
    left.modifiedAt === right.modifiedAt
  );
}

export function isPartial(path: string): boolean {
  return /\.part$/i.test(path);
}
