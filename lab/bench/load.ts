import { Agent, request } from "node:http";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

export type Load = {
  url: string;
  headers: Record<string, string>;
  seconds: number;
  parallel: number;
  /** Posted, one for each of the parallel askers; without them the address is got. */
  bodies?: string[];
};

/** Times in milliseconds. */
export type Measured = { requestsPerSecond: number; median: number; p99: number; bytes: number };

/** Asks one address again and again, from a thread of its own so that asking does not slow down answering. */
export function load(options: Load): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: options });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

if (!isMainThread) parentPort?.postMessage(await ask(workerData as Load));

async function ask({ url, headers, seconds, parallel, bodies }: Load): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: parallel });
  const times: number[] = [];
  let bytes = 0;
  const end = performance.now() + seconds * 1000;
  const start = performance.now();
  const asking = async (body?: string) => {
    while (performance.now() < end) {
      const asked = performance.now();
      bytes = await once(url, headers, agent, body);
      times.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: parallel }, (_, at) => asking(bodies?.[at])));
  const took = performance.now() - start;
  agent.destroy();
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { requestsPerSecond: (times.length / took) * 1000, median: at(0.5), p99: at(0.99), bytes };
}

function once(url: string, headers: Record<string, string>, agent: Agent, body?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? "GET" : "POST";
    const asked = request(url, { method, headers, agent }, (answer) => {
      let bytes = 0;
      answer.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.once("end", () => {
        if (answer.statusCode === 200) resolve(bytes);
        else reject(new Error(`${url} answered ${answer.statusCode}`));
      });
    });
    asked.once("error", reject);
    asked.end(body);
  });
}
