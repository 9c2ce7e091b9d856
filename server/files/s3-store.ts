import { once } from "node:events";
import { createReadStream } from "node:fs";
import { type IncomingMessage, request as requestPlainly } from "node:http";
import { request as requestWithTls } from "node:https";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { AwsClient } from "aws4fetch";
import { type ByteRange, type LocalFile, type Store, StoreProblem } from "#server/files/store.ts";

/** Where an S3 store is and who we are there. Any that speaks the protocol: AWS, MinIO, Supabase Storage. */
export type S3Place = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

const ANSWER_WITHIN_MS = 15_000;
/** 50 MB at 1.5 Mbit/s. */
const UPLOAD_WITHIN_MS = 280_000;
const TRIES_AGAIN = 2;
/** Object names say whose they are where a bucket is shared. */
const PREFIX = "documents/";

/** Keeps bytes as objects of a bucket, named by path, so that no name of a host depends on the bucket. */
export function s3Store(place: S3Place): Store & {
  /** What the store says of the bucket: a status, or null when it says nothing in time. */
  bucketStatus(): Promise<number | null>;
} {
  const client = new AwsClient({ ...place, service: "s3", retries: TRIES_AGAIN, initRetryMs: 100 });
  const bucket = `${place.endpoint.replace(/\/$/, "")}/${place.bucket}`;
  const addressOf = (key: string) => `${bucket}/${PREFIX}${key}`;
  const ask = (address: string, init: RequestInit) => answered(client, address, init);
  return {
    name: "s3",
    async bucketStatus() {
      const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
      const response = await client.fetch(bucket, { method: "HEAD", signal }).catch(() => null);
      return response?.status ?? null;
    },
    async put(key, file) {
      // The hash is signed: the store refuses bytes that are not these.
      const headers = { "X-Amz-Content-Sha256": file.sha256, "Content-Type": "application/octet-stream" };
      const signed = await client.sign(addressOf(key), { method: "PUT", headers });
      await sendFile(signed, file);
    },
    async read(key, range) {
      const headers = range ? { Range: rangeHeader(range) } : undefined;
      const { body, headers: told } = await ask(addressOf(key), headers ? { headers } : {});
      if (!body) throw new StoreProblem("missing", "the store answered without the bytes");
      const bytes = Readable.fromWeb(asNodeStream(body));
      const isWhole = range && Number(told.get("content-length")) > range.last - range.first + 1;
      return isWhole ? Readable.from(cut(bytes, range)) : bytes;
    },
    async remove(key) {
      try {
        const { body } = await ask(addressOf(key), { method: "DELETE" });
        await body?.cancel();
      } catch (cause) {
        if (!(cause instanceof StoreProblem && cause.reason === "missing")) throw cause;
      }
    },
    async linkTo(key, { seconds, contentDisposition, contentType }) {
      const address = new URL(addressOf(key));
      address.searchParams.set("X-Amz-Expires", String(seconds));
      address.searchParams.set("response-content-disposition", contentDisposition);
      address.searchParams.set("response-content-type", contentType);
      const signed = await client.sign(address.href, { aws: { signQuery: true } });
      // What is signed is the value; a plus sign in an address is a blank to some stores and itself to others.
      return signed.url.replaceAll("+", "%20");
    },
  };
}

/** The answer's status is a success, or it is a StoreProblem. The time limit is for the answer to begin. */
async function answered(client: AwsClient, address: string, init: RequestInit): Promise<Response> {
  const tooLong = new AbortController();
  const timer = setTimeout(() => tooLong.abort(), ANSWER_WITHIN_MS);
  try {
    const response = await client.fetch(address, { ...init, signal: tooLong.signal });
    if (response.ok) return response;
    throw await refusalOf(response);
  } catch (cause) {
    if (cause instanceof StoreProblem) throw cause;
    throw new StoreProblem("away", "the S3 store does not answer", { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** Sends the file as it is read: `fetch` would hold all of it in memory until it is gone. */
async function sendFile(signed: Request, file: LocalFile): Promise<void> {
  const send = signed.url.startsWith("https:") ? requestWithTls : requestPlainly;
  const sending = send(signed.url, {
    method: "PUT",
    headers: { ...Object.fromEntries(signed.headers), "Content-Length": file.size },
    signal: AbortSignal.timeout(UPLOAD_WITHIN_MS),
  });
  try {
    const answered = once(sending, "response");
    // A store that refuses may hang up before it has everything: its answer counts.
    const sent = pipeline(createReadStream(file.path), sending);
    await Promise.race([sent.then(() => answered), answered]);
    const [answer] = (await answered) as [IncomingMessage];
    const status = answer.statusCode ?? 500;
    const body = await text(answer);
    await sent.catch(() => {});
    if (status < 200 || status > 299) throw await refusalOf(new Response(body, { status }));
  } catch (cause) {
    sending.destroy();
    if (cause instanceof StoreProblem) throw cause;
    throw new StoreProblem("away", "the S3 store did not take the file", { cause });
  }
}

async function refusalOf(response: Response): Promise<StoreProblem> {
  const text = await response.text().catch(() => "");
  const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? "";
  const words = `the S3 store answered ${response.status} ${code}`.trim();
  if (response.status === 507 || /quota|storagefull|insufficientcapacity/i.test(code))
    return new StoreProblem("full", words);
  const isMissing = response.status === 404 && code !== "NoSuchBucket";
  return new StoreProblem(isMissing ? "missing" : "away", words);
}

function rangeHeader({ first, last }: ByteRange): string {
  return `bytes=${first}-${last}`;
}

/** Some stores take no heed of some ranges and send everything. */
async function* cut(bytes: Readable, { first, last }: ByteRange): AsyncGenerator<Buffer> {
  let at = 0;
  for await (const chunk of bytes) {
    const wanted = chunk.subarray(Math.max(0, first - at), Math.max(0, last + 1 - at));
    at += chunk.length;
    if (wanted.length > 0) yield wanted;
    if (at > last) return;
  }
}

/** The platform's two descriptions of one and the same class of stream do not know each other. */
function asNodeStream(body: ReadableStream<Uint8Array>): NodeReadableStream<Uint8Array> {
  return body as NodeReadableStream<Uint8Array>;
}
