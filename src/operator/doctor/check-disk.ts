import { statfs } from "node:fs/promises";
import { describeBytes } from "../status/describe-amounts.ts";
import { type Finding, findingsOf } from "./finding.ts";
import { hasErrorCode, messageOf } from "../../system/error-code.ts";

const disk = findingsOf("disk");

/** Checks the free space of each folder. */
export function checkDisks(folders: readonly string[]): Promise<Finding[]> {
  return Promise.all([...new Set(folders)].map(checkDisk));
}

async function checkDisk(folder: string): Promise<Finding> {
  let free: number;
  try {
    const { bavail, bsize } = await statfs(folder);
    free = bavail * bsize;
  } catch (error) {
    if (hasErrorCode(error, "ENOENT")) {
      return disk.ok(`${folder} is made when it is needed`);
    }
    return disk.failure(`${folder}: ${messageOf(error)}`);
  }
  const text = `${describeBytes(free)} are free for ${folder}`;
  if (free < failingBytes) return disk.failure(`${text}: free space there, or move it`);
  return free < warningBytes ? disk.warning(`${text}: free some space there`) : disk.ok(text);
}

/** The embedded database only reads below this. */
const failingBytes = 64e6;
const warningBytes = 1e9;
