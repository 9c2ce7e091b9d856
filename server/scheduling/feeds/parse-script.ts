// The script of the process that parse-in-child-process.ts starts.
import { once } from "node:events";
import { sendToParent } from "#server/child-processes/send-to-parent.ts";
import { FeedError } from "./feed-error.ts";
import { parseFeed } from "./parse-feed.ts";
import type { FeedScriptRequest, FeedScriptResult } from "./parse-in-child-process.ts";

const [request]: FeedScriptRequest[] = await once(process, "message");
if (request) {
  await sendToParent(parse(request));
}
process.disconnect();

function parse({ text, context }: FeedScriptRequest): FeedScriptResult {
  try {
    return { ok: true, feed: parseFeed(text, context) };
  } catch (error) {
    if (error instanceof FeedError) {
      return { ok: false, reason: error.reason };
    }
    throw error;
  }
}
