import { Worker } from "node:worker_threads";
import { FeedError, type FeedErrorReason } from "./feed-error.ts";
import type { FeedContext, ParsedFeed } from "./parse-feed.ts";

const WORKER_URL = new URL("./feed-thread.ts", import.meta.url);
/** A calendar of 5 MB takes about 1 s. */
const TIMEOUT_MS = 5_000;
const MAX_MEMORY_MB = 256;

export type FeedThreadRequest = { text: string; context: FeedContext };
export type FeedThreadResult = { ok: true; feed: ParsedFeed } | { ok: false; reason: FeedErrorReason };

/**
 * Parses a calendar in a worker thread, because its events may repeat so often that parsing does not end.
 * @throws {FeedError} for any content that cannot be parsed
 */
export async function parseFeedInThread(
  text: string,
  context: FeedContext,
  timeoutMs = TIMEOUT_MS,
): Promise<ParsedFeed> {
  const worker = new Worker(WORKER_URL, {
    workerData: { text, context } satisfies FeedThreadRequest,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    const result = await new Promise<FeedThreadResult>((resolve, reject) => {
      const resolveTooComplex = () => resolve({ ok: false, reason: "too-complex" });
      worker.once("message", resolve);
      worker.once("error", (error: NodeJS.ErrnoException) =>
        error.code === "ERR_WORKER_OUT_OF_MEMORY"
          ? resolveTooComplex()
          : reject(new FeedError("failed", { cause: error })),
      );
      timer = setTimeout(resolveTooComplex, timeoutMs);
    });
    if (!result.ok) {
      throw new FeedError(result.reason);
    }
    return result.feed;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
