import type { Log } from "../../log.ts";
import { AuthError } from "../http/errors.ts";

/** Work that continues after the response to its request. */
export type BackgroundWork = {
  /**
   * Starts the task after the earlier ones. Does nothing while a task with the same key is waiting or running.
   * @throws {AuthError} 503 if too many tasks are waiting.
   */
  add(key: string, task: () => Promise<void>): void;
  /** Waits for all added tasks. */
  finish(): Promise<void>;
};

const MAX_WAITING_TASKS = 1_000;
const RETRY_AFTER_SECONDS = "5";

/**
 * Runs one task at a time, and one per key, so that the tasks of a burst of requests use a single connection, do not
 * delay the responses to the other requests, and do not pile up. Logs errors.
 */
export function createBackgroundWork(log: Log): BackgroundWork {
  const keys = new Set<string>();
  let lastTask = Promise.resolve();
  return {
    add(key, task) {
      if (keys.has(key)) {
        return;
      }
      if (keys.size >= MAX_WAITING_TASKS) {
        throw new AuthError(503, "request_timeout", "The service is busy, please try again", {
          headers: { "Retry-After": RETRY_AFTER_SECONDS },
        });
      }
      keys.add(key);
      lastTask = lastTask
        .then(task)
        .catch((error) => log.error({ err: error }, "Background work failed after the response"))
        .finally(() => {
          keys.delete(key);
        });
    },
    async finish() {
      while (keys.size > 0) {
        await lastTask;
      }
    },
  };
}
