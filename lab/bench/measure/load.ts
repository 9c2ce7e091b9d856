import { Agent, request } from "node:http";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

export type LoadOptions = {
  url: string;
  headers: Record<string, string>;
  seconds: number;
  parallel: number;
  /** Request bodies, one per parallel worker. Without them, the workers send GET requests. */
  bodies?: string[];
};

/** Times are in milliseconds. */
export type LoadResult = { requestsPerSecond: number; median: number; p99: number; bytes: number };

/** Sends requests to one URL from a worker thread, so that the client does not slow down the server. */
export function runLoad(options: LoadOptions): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: options });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

if (!isMainThread) {
  parentPort?.postMessage(await sendRequests(workerData as LoadOptions));
}

async function sendRequests({ url, headers, seconds, parallel, bodies }: LoadOptions): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: parallel });
  const times: number[] = [];
  let bytes = 0;
  const endsAt = performance.now() + seconds * 1000;
  const start = performance.now();
  const sendUntilEnd = async (body?: string) => {
    while (performance.now() < endsAt) {
      const startedAt = performance.now();
      bytes = await sendRequest(url, headers, agent, body);
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: parallel }, (_, index) => sendUntilEnd(bodies?.[index])));
  const elapsedMs = performance.now() - start;
  agent.destroy();
  times.sort((a, b) => a - b);
  const percentile = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    requestsPerSecond: (times.length / elapsedMs) * 1000,
    median: percentile(0.5),
    p99: percentile(0.99),
    bytes,
  };
}

function sendRequest(
  url: string,
  headers: Record<string, string>,
  agent: Agent,
  body?: string,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? "GET" : "POST";
    const outgoing = request(url, { method, headers, agent }, (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.once("end", () => {
        if (response.statusCode === 200) {
          resolve(bytes);
        } else {
          reject(new Error(`${url} returned ${response.statusCode}`));
        }
      });
    });
    outgoing.once("error", reject);
    outgoing.end(body);
  });
}
