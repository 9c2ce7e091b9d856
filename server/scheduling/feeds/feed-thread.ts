// The worker thread that parse-in-thread.ts starts.
import { parentPort, workerData } from "node:worker_threads";
import { FeedError } from "./feed-error.ts";
import { parseFeed } from "./parse-feed.ts";
import type { FeedThreadRequest, FeedThreadResult } from "./parse-in-thread.ts";

const { text, context }: FeedThreadRequest = workerData;
parentPort?.postMessage(parse());

function parse(): FeedThreadResult {
  try {
    return { ok: true, feed: parseFeed(text, context) };
  } catch (error) {
    if (error instanceof FeedError) {
      return { ok: false, reason: error.reason };
    }
    throw error;
  }
}
