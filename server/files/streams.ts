import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";

/**
 * The request's body as Node's own stream, which its sender is made to wait for. The platform's other kind of stream,
 * made of it, would take in whatever is sent and hold it in memory.
 */
export function requestBody(context: Context): Readable {
  // What @hono/node-server hands every handler beside the request; absent where a test calls the app itself.
  const { incoming } = (context.env ?? {}) as Partial<HttpBindings>;
  if (incoming instanceof Readable) return incoming;
  const { body } = context.req.raw;
  return body ? Readable.fromWeb(body as NodeReadableStream<Uint8Array>) : Readable.from([]);
}

const HELD_BYTES = 256 * 1024;

/** Node's stream as an answer's body, holding no more than a little of what its reader has not taken. */
export function responseBody(bytes: Readable): ReadableStream<Uint8Array> {
  // Without a strategy so many chunks would be held, not so many bytes.
  const strategy = new ByteLengthQueuingStrategy({ highWaterMark: HELD_BYTES });
  return Readable.toWeb(bytes, { strategy }) as ReadableStream<Uint8Array>;
}
