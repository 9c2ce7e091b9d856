import { createReadStream } from "node:fs";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { AwsClient } from "aws4fetch";
import { type ByteRange, type LocalFile, StorageError, type Store } from "#server/files/stores/store.ts";
import { fromWebStream } from "#server/files/streams.ts";

/** Location and credentials of an S3-compatible store, such as AWS, MinIO or Supabase Storage. */
export type S3Config = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

const RESPONSE_TIMEOUT_MS = 15_000;
/** Allows 50 MB at 1.5 Mbit/s. */
const UPLOAD_TIMEOUT_MS = 280_000;
const MAX_RETRIES = 2;
/** Separates our objects from others in a shared bucket. */
const KEY_PREFIX = "documents/";

/**
 * Stores files as objects in a bucket. Uses path-style URLs, because not every store supports a host name per bucket.
 */
export function createS3Store(config: S3Config): Store & {
  /** Sends a HEAD request to the bucket. @returns the HTTP status, or null if the store did not respond in time. */
  bucketStatus(): Promise<number | null>;
} {
  const client = new AwsClient({ ...config, service: "s3", retries: MAX_RETRIES, initRetryMs: 100 });
  const bucketUrl = `${config.endpoint.replace(/\/$/, "")}/${config.bucket}`;
  const objectUrl = (key: string) => `${bucketUrl}/${KEY_PREFIX}${key}`;
  const request = (url: string, init: RequestInit) => sendRequest(client, url, init);
  return {
    name: "s3",
    async bucketStatus() {
      const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
      const response = await client.fetch(bucketUrl, { method: "HEAD", signal }).catch(() => null);
      return response?.status ?? null;
    },
    async put(key, file) {
      // The hash is signed, so the store rejects other content.
      const headers = { "X-Amz-Content-Sha256": file.sha256, "Content-Type": "application/octet-stream" };
      const signedRequest = await client.sign(objectUrl(key), { method: "PUT", headers });
      await sendFile(signedRequest, file);
    },
    async read(key, range) {
      const headers = range ? { Range: formatRangeHeader(range) } : undefined;
      const { body, headers: responseHeaders } = await request(objectUrl(key), headers ? { headers } : {});
      if (!body) {
        throw new StorageError("missing", "the store responded without a body");
      }
      const stream = fromWebStream(body);
      const isWholeFile =
        range && Number(responseHeaders.get("content-length")) > range.last - range.first + 1;
      return isWholeFile ? Readable.from(sliceStream(stream, range)) : stream;
    },
    async remove(key) {
      try {
        const { body } = await request(objectUrl(key), { method: "DELETE" });
        await body?.cancel();
      } catch (error) {
        if (!(error instanceof StorageError && error.reason === "missing")) {
          throw error;
        }
      }
    },
    async createSignedUrl(key, { seconds, contentDisposition, contentType }) {
      const url = new URL(objectUrl(key));
      url.searchParams.set("X-Amz-Expires", String(seconds));
      url.searchParams.set("response-content-disposition", contentDisposition);
      url.searchParams.set("response-content-type", contentType);
      const downloadRequest = await client.sign(url.href, { aws: { signQuery: true } });
      // Encode spaces as %20, because not every store decodes a plus sign as a space. The signature covers the decoded
      // value.
      return downloadRequest.url.replaceAll("+", "%20");
    },
  };
}

/** Sends a request. The timeout applies until the response starts. @throws {StorageError} for an error status. */
async function sendRequest(client: AwsClient, url: string, init: RequestInit): Promise<Response> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), RESPONSE_TIMEOUT_MS);
  try {
    const response = await client.fetch(url, { ...init, signal: controller.signal });
    if (response.ok) {
      return response;
    }
    throw await toStorageError(response);
  } catch (error) {
    if (error instanceof StorageError) {
      throw error;
    }
    throw new StorageError("unavailable", "the S3 store is unreachable", { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** Streams the file, because `fetch` would buffer all of it in memory. */
async function sendFile(signed: Request, file: LocalFile): Promise<void> {
  const createRequest = signed.url.startsWith("https:") ? httpsRequest : httpRequest;
  const request = createRequest(signed.url, {
    method: "PUT",
    headers: { ...Object.fromEntries(signed.headers), "Content-Length": file.size },
    signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS),
  });
  try {
    const responsePromise = new Promise<IncomingMessage>((resolve, reject) => {
      request.once("response", resolve).once("error", reject);
    });
    // A store may reject the upload and disconnect before it has received the whole file. Ignore a write error if there
    // is a response.
    const upload = pipeline(createReadStream(file.path), request);
    await Promise.race([upload.then(() => responsePromise), responsePromise]);
    const response = await responsePromise;
    const status = response.statusCode ?? 500;
    const body = await text(response);
    await upload.catch(() => {});
    if (status < 200 || status > 299) {
      throw await toStorageError(new Response(body, { status }));
    }
  } catch (error) {
    request.destroy();
    if (error instanceof StorageError) {
      throw error;
    }
    throw new StorageError("unavailable", "the upload to the S3 store failed", { cause: error });
  }
}

async function toStorageError(response: Response): Promise<StorageError> {
  const text = await response.text().catch(() => "");
  const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? "";
  const message = `the S3 store responded with ${response.status} ${code}`.trim();
  if (response.status === 507 || /quota|storagefull|insufficientcapacity/i.test(code)) {
    return new StorageError("full", message);
  }
  const isMissing = response.status === 404 && code !== "NoSuchBucket";
  return new StorageError(isMissing ? "missing" : "unavailable", message);
}

function formatRangeHeader({ first, last }: ByteRange): string {
  return `bytes=${first}-${last}`;
}

/** Extracts a range from the whole file, for stores that ignore the Range header. */
async function* sliceStream(bytes: Readable, { first, last }: ByteRange): AsyncGenerator<Buffer> {
  let offset = 0;
  for await (const chunk of bytes) {
    const part = chunk.subarray(Math.max(0, first - offset), Math.max(0, last + 1 - offset));
    offset += chunk.length;
    if (part.length > 0) {
      yield part;
    }
    if (offset > last) {
      return;
    }
  }
}
