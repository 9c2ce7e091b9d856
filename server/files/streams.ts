import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import type { Context } from "hono";

/**
 * Returns the request body as a Node stream, which applies backpressure to the sender. A web stream would buffer the
 * whole body in memory.
 */
export function getRequestBodyStream(context: Context): Readable {
  // Set by @hono/node-server. Not set when a test calls the app directly.
  const env: unknown = context.env;
  if (typeof env === "object" && env !== null && "incoming" in env && env.incoming instanceof Readable) {
    return env.incoming;
  }
  const { body } = context.req.raw;
  return body ? fromWebStream(body) : Readable.from([]);
}

/**
 * Converts a web stream to a Node stream. The cast is safe, because Node and the DOM library declare different types
 * for the same class.
 */
export function fromWebStream(body: ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(body as NodeReadableStream<Uint8Array>);
}

const MAX_BUFFERED_BYTES = 256 * 1024;

/**
 * Converts a Node stream to a web stream with a bounded buffer. The cast is safe for the same reason as in
 * `fromWebStream`.
 */
export function toWebStream(stream: Readable): ReadableStream<Uint8Array> {
  // The default strategy limits the number of chunks, not of bytes.
  const strategy = new ByteLengthQueuingStrategy({ highWaterMark: MAX_BUFFERED_BYTES });
  return Readable.toWeb(stream, { strategy }) as ReadableStream<Uint8Array>;
}
