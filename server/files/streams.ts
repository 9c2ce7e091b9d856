import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import type { Context } from "hono";

/**
 * Returns the request body as a Node stream, which applies backpressure to the sender. A web stream created from it would
 * buffer everything in memory.
 */
export function requestBodyStream(context: Context): Readable {
  // Set by @hono/node-server. Missing when a test calls the app directly.
  const env: unknown = context.env;
  if (typeof env === "object" && env !== null && "incoming" in env && env.incoming instanceof Readable) {
    return env.incoming;
  }
  const { body } = context.req.raw;
  return body ? fromWebStream(body) : Readable.from([]);
}

/** Converts a web stream. Safe cast: Node and the DOM library declare different types for the same class. */
export function fromWebStream(body: ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(body as NodeReadableStream<Uint8Array>);
}

const MAX_BUFFERED_BYTES = 256 * 1024;

/** Converts a Node stream to a response body with a bounded buffer. Safe cast, see above. */
export function toResponseBody(bytes: Readable): ReadableStream<Uint8Array> {
  // The default strategy limits the number of chunks, not of bytes.
  const strategy = new ByteLengthQueuingStrategy({ highWaterMark: MAX_BUFFERED_BYTES });
  return Readable.toWeb(bytes, { strategy }) as ReadableStream<Uint8Array>;
}
