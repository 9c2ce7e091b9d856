import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { S3rver } from "#tooling/s3rver.ts";

/** An S3 server that verifies signatures, with one empty bucket. */
export type S3Server = {
  location: {
    endpoint: string;
    bucket: string;
    region: string;
    accessKeyId: string;
    secretAccessKey: string;
  };
  /** Environment variables that make the product use this server. */
  env: Record<string, string>;
  stop(): Promise<void>;
};

const BUCKET = "firm-documents";
// The server's only account.
const CREDENTIALS = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };

export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), "s3-"));
  const options = { address: "127.0.0.1", port: 0, silent: true, directory };
  const server = new S3rver({ ...options, configureBuckets: [{ name: BUCKET }] });
  const { port } = await server.run();
  const location = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: BUCKET,
    region: "us-east-1",
    ...CREDENTIALS,
  };
  return {
    location,
    env: {
      S3_ENDPOINT: location.endpoint,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
      S3_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
    },
    async stop() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
