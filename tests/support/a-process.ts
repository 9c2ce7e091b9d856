import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import manifest from "../../package.json" with { type: "json" };

/** The product as its own process, the way `npm start` runs it. */
export type TestProcess = {
  child: ChildProcess;
  url: string;
  output(): string;
  /** Waits for the address to be announced. @throws with the output when the process ends before. */
  ready(): Promise<void>;
  /** Waits for the end. @returns the exit code, null after a signal. */
  exit(): Promise<number | null>;
  kill(signal: NodeJS.Signals): void;
};

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const [, ...START] = manifest.scripts.start.split(" ");
const SCRIPT = START.pop() ?? "";

/** Less than `npm start` has: `heapMegabytes` of old space for Node, `openFiles` descriptors. */
export type Limits = { heapMegabytes?: number; openFiles?: number };

/** Starts the product in a process of its own. Its environment holds what is given and nothing of ours but the path. */
export function aProcess(env: Record<string, string>, limits: Limits = {}): TestProcess {
  // The last of an option given twice counts.
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
  const ended = once(child, "exit").then(([code]) => code as number | null);
  const announced = new Promise<void>((resolve, reject) => {
    const keep = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes("Ready on ")) resolve();
    };
    child.stdout?.on("data", keep);
    child.stderr?.on("data", keep);
    void ended.then((code) => reject(new Error(`ended with ${code} before it was ready:\n${output}`)));
  });
  announced.catch(() => {});
  return {
    child,
    url: `http://localhost:${env.PORT}`,
    output: () => output,
    ready: () => announced,
    exit: () => ended,
    kill: (signal) => child.kill(signal),
  };
}

/** A port nobody listens on at this moment. */
export async function aFreePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== "object" || !address) throw new Error("the system gave no port");
  return String(address.port);
}
