import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { getCompileCacheDir } from "node:module";
import { fileURLToPath } from "node:url";

type Limits = {
  maxMemoryMb: number;
  timeoutMs: number;
  /** Ends the process when it aborts. */
  signal?: AbortSignal;
};

export type ChildProcessFailure = "crashed" | "out-of-memory" | "timeout";

/** The process ended before it finished. The message is its error output. */
export class ChildProcessError extends Error {
  override name = "ChildProcessError";
  readonly reason: ChildProcessFailure;

  constructor(reason: ChildProcessFailure, message: string) {
    super(message);
    this.reason = reason;
  }
}

// Without a limit for its processor time, an endless loop would continue after the server is killed.
const START = 'ulimit -t "$1" && shift && exec "$@"';
/** The stack trace is at the end of the error output. */
const MAX_ERROR_OUTPUT = 4_000;

/**
 * Starts a script and sends it a request. The script replies with `sendToParent()` and then disconnects. Use it for work
 * that can take too much time or memory. A worker thread would not be safe, because a thread that crashes ends the server.
 * The script does not get the server's environment variables, because they contain secrets.
 *
 * `ended` resolves when the process has ended and all its messages have been received. It rejects with a
 * `ChildProcessError` or the reason of `signal`.
 */
export function startChildProcess(
  script: URL,
  request: object,
  limits: Limits,
): { child: ChildProcess; ended: Promise<void> } {
  // Processor time can exceed elapsed time, because garbage collection runs in separate threads.
  const maxProcessorSeconds = Math.ceil((2 * limits.timeoutMs) / 1000);
  const command = [process.execPath, `--max-old-space-size=${limits.maxMemoryMb}`, fileURLToPath(script)];
  const child = spawn("/bin/sh", ["-c", START, "sh", String(maxProcessorSeconds), ...command], {
    env: createEnvironment(),
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const ended = waitForEnd(child, limits);
  // If the process did not start or ends before it receives the request, `ended` rejects with the reason.
  child.send?.(request, () => {});
  return { child, ended };
}

/** The time zone, and the directory with compiled scripts. */
function createEnvironment(): NodeJS.ProcessEnv {
  const compileCache = getCompileCacheDir();
  return {
    ...(process.env.TZ && { TZ: process.env.TZ }),
    ...(compileCache && { NODE_COMPILE_CACHE: compileCache }),
  };
}

async function waitForEnd(child: ChildProcess, { timeoutMs, signal }: Limits): Promise<void> {
  let errorOutput = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    errorOutput = (errorOutput + text).slice(-MAX_ERROR_OUTPUT);
  });
  const kill = () => child.kill("SIGKILL");
  let isTooSlow = false;
  const timer = setTimeout(() => {
    isTooSlow = true;
    kill();
  }, timeoutMs);
  signal?.addEventListener("abort", kill, { once: true });
  if (signal?.aborted) {
    kill();
  }
  try {
    // "close" is emitted after the error output, and "disconnect" after the last message.
    const [[code]] = await Promise.all([once(child, "close"), once(child, "disconnect")]);
    if (code === 0) {
      return;
    }
    signal?.throwIfAborted();
    if (isTooSlow) {
      throw new ChildProcessError("timeout", `The process took longer than ${timeoutMs / 1000} s`);
    }
    const isOutOfMemory = errorOutput.includes("heap out of memory");
    throw new ChildProcessError(isOutOfMemory ? "out-of-memory" : "crashed", errorOutput.trim());
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", kill);
  }
}
