import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";

/** A real S3 server over HTTP that checks signatures, with one empty bucket. */
export type S3Server = {
  place: {
    endpoint: string;
    bucket: string;
    region: string;
    accessKeyId: string;
    secretAccessKey: string;
  };
  /** The product's variables for it. */
  env: Record<string, string>;
  stop(): Promise<void>;
};

const BUCKET = "documents-of-the-firm";
// The one account the server knows.
const KEYS = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };

export async function anS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), "s3-"));
  const options = { address: "127.0.0.1", port: 0, silent: true, directory };
  const server = new S3rver({ ...options, configureBuckets: [{ name: BUCKET }] });
  const { port } = await server.run();
  const place = { endpoint: `http://127.0.0.1:${port}`, bucket: BUCKET, region: "us-east-1", ...KEYS };
  return {
    place,
    env: {
      S3_ENDPOINT: place.endpoint,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: KEYS.accessKeyId,
      S3_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
    },
    async stop() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
