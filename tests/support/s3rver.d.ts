/** The members that the tests use. */
declare module "s3rver" {
  import type { Server } from "node:http";

  interface PutObject {
    readonly bucket: string;
    readonly key: string;
  }

  export default class S3rver {
    readonly httpServer: Server;
    readonly store: {
      putObject(object: PutObject): Promise<{ readonly size: number }>;
      getResourcePath(bucket: string, key: string, resource: "object"): string;
    };
    constructor(options: {
      readonly address: string;
      readonly port: number;
      readonly silent: boolean;
      readonly directory: string;
      readonly configureBuckets: readonly { readonly name: string }[];
    });
    run(): Promise<{ readonly port: number }>;
    close(): Promise<void>;
  }
}
