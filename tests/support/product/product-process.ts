import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import manifest from "../../../package.json" with { type: "json" };

/** The product as a separate process, started like `npm start`. */
export type ProductProcess = {
  child: ChildProcess;
  url: string;
  output(): string;
  /** Waits until the product is ready. @throws {Error} with the output if the process ends first. */
  ready(): Promise<void>;
  /** Waits until the process ends. Returns the exit code, or null after a signal. */
  exit(): Promise<number | null>;
  kill(signal: NodeJS.Signals): void;
};

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const [, ...START] = manifest.scripts.start.split(" ");
const SCRIPT = START.pop() ?? "";

/** Limits below those of `npm start`: the heap size, and the number of open file descriptors. */
export type ProcessLimits = { heapMegabytes?: number; openFiles?: number };

/** Starts the product. Its environment contains only `env`, PATH and HOME. */
export function startProductProcess(env: Record<string, string>, limits: ProcessLimits = {}): ProductProcess {
  // If an option is given twice, Node.js uses the last one.
  const heap = limits.heapMegabytes ? [`--max-old-space-size=${limits.heapMegabytes}`] : [];
  const command = [process.execPath, ...START, ...heap, SCRIPT];
  const [program = "", ...parameters] = limits.openFiles
    ? ["sh", "-c", `ulimit -n ${limits.openFiles}; exec "$0" "$@"`, ...command]
    : command;
  const child = spawn(program, parameters, {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const ended = once(child, "exit").then(([code]): number | null => code);
  const readiness = new Promise<void>((resolve, reject) => {
    const append = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes("Ready on ")) {
        resolve();
      }
    };
    child.stdout?.on("data", append);
    child.stderr?.on("data", append);
    void ended.then((code) =>
      reject(new Error(`The process ended with ${code} before it was ready:\n${output}`)),
    );
  });
  readiness.catch(() => {});
  return {
    child,
    url: `http://localhost:${env.PORT}`,
    output: () => output,
    ready: () => readiness,
    exit: () => ended,
    kill: (signal) => child.kill(signal),
  };
}
