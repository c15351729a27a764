/** The members that the tests use. */
declare module "s3rver" {
  import type { Server } from "node:http";
  import type { Readable } from "node:stream";

  interface PutObject {
    readonly bucket: string;
    readonly key: string;
    readonly content: Buffer | Readable;
    readonly metadata: object;
  }

  export default class S3rver {
    readonly httpServer: Server;
    readonly store: {
      getObject(bucket: string, key: string, range?: object): Promise<object | null>;
      putObject(object: PutObject): Promise<{ readonly size: number; readonly md5: string }>;
      putMetadata(bucket: string, key: string, metadata: object, md5: string): Promise<void>;
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
