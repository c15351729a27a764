import { join } from "node:path";
import type { AudioStoreConfig } from "./parts.ts";
import { bucketPattern, isBucket, isStore } from "./forms.ts";
import type { Environment } from "./settings.ts";

/** The configured store of recordings. The environment has passed `findStoreIssues`. */
export function audioStoreOf(environment: Environment): AudioStoreConfig {
  const folder = environment.AUDIO_STORE ?? join(environment.DATA_DIR, "audio");
  const [, bucket, prefix = ""] = bucketPattern.exec(folder) ?? [];
  if (bucket === undefined) return { kind: "folder", folder };
  // An object store outside AWS only requires that signature and bucket name the same region.
  const region = regionOf(environment) ?? "us-east-1";
  return {
    kind: "s3",
    bucket,
    prefix,
    endpoint: new URL(environment.AUDIO_STORE_ENDPOINT ?? `https://s3.${region}.amazonaws.com`)
      .origin,
    region,
    credentials: {
      accessKeyId: environment.AWS_ACCESS_KEY_ID ?? "",
      secretAccessKey: environment.AWS_SECRET_ACCESS_KEY ?? "",
      sessionToken: environment.AWS_SESSION_TOKEN ?? null,
    },
  };
}

/** The variables that an object store needs and the environment lacks, each with a message. */
export function findStoreIssues(environment: Environment): [keyof Environment, string][] {
  const { AUDIO_STORE: store = "", AUDIO_STORE_ENDPOINT: endpoint } = environment;
  if (!isBucket(store) || !isStore(store)) return [];
  const needed = "must be set for the object store of AUDIO_STORE";
  const issues: [keyof Environment, string][] = [
    ["AWS_ACCESS_KEY_ID", needed],
    ["AWS_SECRET_ACCESS_KEY", needed],
  ];
  if (endpoint === undefined && regionOf(environment) === undefined) {
    issues.push(["AWS_REGION", "must be set, or AUDIO_STORE_ENDPOINT for a store of your own"]);
  }
  return issues.filter(([name]) => environment[name] === undefined);
}

function regionOf(environment: Environment): string | undefined {
  return environment.AWS_REGION ?? environment.AWS_DEFAULT_REGION;
}
