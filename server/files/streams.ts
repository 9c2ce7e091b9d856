import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";

/**
 * Returns the request body as a Node stream, which applies backpressure to the sender. A web stream created from it would
 * buffer everything in memory.
 */
export function requestBodyStream(context: Context): Readable {
  // Set by @hono/node-server. Missing when a test calls the app directly.
  const { incoming } = (context.env ?? {}) as Partial<HttpBindings>;
  if (incoming instanceof Readable) {
    return incoming;
  }
  const { body } = context.req.raw;
  return body ? Readable.fromWeb(body as NodeReadableStream<Uint8Array>) : Readable.from([]);
}

const MAX_BUFFERED_BYTES = 256 * 1024;

/** Converts a Node stream to a response body with a bounded buffer. */
export function toResponseBody(bytes: Readable): ReadableStream<Uint8Array> {
  // The default strategy limits the number of chunks, not of bytes.
  const strategy = new ByteLengthQueuingStrategy({ highWaterMark: MAX_BUFFERED_BYTES });
  return Readable.toWeb(bytes, { strategy }) as ReadableStream<Uint8Array>;
}
