import { compareIds } from "../../acoustics/ids.ts";

/** A file of a drop folder, as one look finds it. */
export interface SeenFile {
  /** Below the drop folder, with `/`. */
  readonly path: string;
  readonly byteLength: number;
  /** Milliseconds since 1970, by the clock of the file system. */
  readonly modifiedAt: number;
  /** Stays the same when a file is renamed. */
  readonly inode: string;
}

/**
 * Finds the files that are complete: those whose size and time stood still for the settle time, by the clock of this
 * process, and those that the look before found, the same in size and time, under a name that ends in `.part`: the
 * inode alone may be used again by a new upload. The oldest comes first, so that of two files with the same seconds
 * the newer one wins.
 */
export function createFinishedFiles<File extends SeenFile>(settleMilliseconds: number) {
  let known = new Map<string, { readonly seen: File; readonly since: number }>();
  let partial = new Map<string, File>();
  return {
    /** Takes what a look has found at `now`; returns the files that are complete. */
    look(files: readonly File[], now: number): File[] {
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
        .filter(({ since }) => now - since >= settleMilliseconds)
        .map(({ seen }) => seen)
        .toSorted(
          (left, right) =>
            left.modifiedAt - right.modifiedAt || compareIds(nameOf(left), nameOf(right)),
        );
    },
  };
}

/** A file that has been claimed keeps its turn among others of the same time. */
function nameOf({ path }: SeenFile): string {
  return path.replace(/^importing\//, "");
}

/** Two looks have found the same content, as far as a look can tell. */
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
