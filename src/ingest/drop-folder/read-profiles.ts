import { join } from "node:path";
import { mergeFormats } from "../csv/csv-format.ts";
import { InvalidInput } from "../invalid-input.ts";
import { parseProfile, type Profile, readProfile } from "../csv/profile.ts";
import { profileName } from "./list-files.ts";
import { isMissing, type OpenFolder, openFolder, openRegularFile } from "./open-folders.ts";

/**
 * Merges the profile of a drop folder and that of the folder `inside` it; `.` is the drop folder. The operator's own
 * profile may have any path. Profiles in the folder belong to uploaders, and are checked like uploads.
 */
export async function readProfiles(
  drop: OpenFolder,
  profile: string | null,
  inside: string,
): Promise<Profile> {
  const profiles = [
    profile === null ? await readUploaded(drop, profileName) : await readProfile(profile),
  ];
  if (inside !== ".") {
    // Without its folder a file would be imported without its profile.
    const folder = await openFolder(join(drop.path, inside)).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
      throw new InvalidInput([`${inside}: the folder is gone, and its profile with it: make it`]);
    });
    const path = `${inside}/${profileName}`;
    profiles.push(await readUploaded(folder, path).finally(() => folder.close()));
  }
  const { retainDays } = profiles.findLast((found) => found?.retainDays !== undefined) ?? {};
  const format = mergeFormats(...profiles.map((found) => found?.format ?? {}));
  return retainDays === undefined ? { format } : { format, retainDays };
}

/** Returns null where there is no profile. */
async function readUploaded(folder: OpenFolder, shown: string): Promise<Profile | null> {
  try {
    const { handle } = await openRegularFile(join(folder.path, profileName));
    // One byte more than a profile may have.
    const { buffer, bytesRead } = await handle
      .read(Buffer.alloc(64 * 1024 + 1), 0, 64 * 1024 + 1, 0)
      .finally(() => handle.close());
    return parseProfile(shown, buffer.toString("utf8", 0, bytesRead));
  } catch (error) {
    if (isMissing(error)) return null;
    if (!(error instanceof InvalidInput)) throw error;
    const issues = error.issues.map((issue) =>
      issue.startsWith(shown) ? issue : `${shown}: ${issue}`,
    );
    throw new InvalidInput(issues.slice(0, 20));
  }
}
