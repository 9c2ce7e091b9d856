import { ChildProcessError, startChildProcess } from "#server/child-processes/start-child-process.ts";
import { FeedError, type FeedErrorReason } from "./feed-error.ts";
import type { FeedContext, ParsedFeed } from "./parse-feed.ts";

const SCRIPT = new URL("./parse-script.ts", import.meta.url);
/** A calendar of 5 MB takes about 1 s. */
const TIMEOUT_MS = 5_000;
const MAX_MEMORY_MB = 256;

export type FeedScriptRequest = { text: string; context: FeedContext };
export type FeedScriptResult = { ok: true; feed: ParsedFeed } | { ok: false; reason: FeedErrorReason };

/**
 * Parses a calendar in a child process, because its events may repeat so often that parsing does not end.
 * @throws {FeedError} for any content that cannot be parsed
 */
export async function parseFeedInChildProcess(
  text: string,
  context: FeedContext,
  timeoutMs = TIMEOUT_MS,
): Promise<ParsedFeed> {
  const request: FeedScriptRequest = { text, context };
  const { child, ended } = startChildProcess(SCRIPT, request, { maxMemoryMb: MAX_MEMORY_MB, timeoutMs });
  let result: FeedScriptResult = { ok: false, reason: "failed" };
  child.on("message", (message: FeedScriptResult) => {
    result = message;
  });
  await ended.catch((error: unknown) => {
    const isTooComplex = error instanceof ChildProcessError && error.reason !== "crashed";
    throw new FeedError(isTooComplex ? "too-complex" : "failed", { cause: error });
  });
  return readResult(result);
}

function readResult(result: FeedScriptResult): ParsedFeed {
  if (!result.ok) {
    throw new FeedError(result.reason);
  }
  return result.feed;
}
