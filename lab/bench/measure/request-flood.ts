import { Agent, request } from "node:http";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

export type RequestFlood = {
  origin: string;
  /** Number of connections. Each sends its next request after the previous response. */
  parallel: number;
  seconds: number;
  /** Each connection repeats one of these requests. */
  requests: { method: string; path: string; headers: Record<string, string>; body: string }[];
};

/** Sends requests from a worker thread. Returns the number of responses by status. */
export function startRequestFlood(flood: RequestFlood): Promise<Record<string, number>> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: flood });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

if (!isMainThread) {
  parentPort?.postMessage(await sendFlood(workerData as RequestFlood));
}

async function sendFlood({
  origin,
  parallel,
  seconds,
  requests,
}: RequestFlood): Promise<Record<string, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: parallel });
  const counts: Record<string, number> = {};
  const end = performance.now() + seconds * 1000;
  const connections = Array.from({ length: parallel }, async (_, index) => {
    const repeatedRequest = requests[index % requests.length];
    while (repeatedRequest && performance.now() < end) {
      const status = await sendRequest(origin, agent, repeatedRequest);
      counts[status] = (counts[status] ?? 0) + 1;
    }
  });
  await Promise.all(connections);
  agent.destroy();
  return counts;
}

function sendRequest(
  origin: string,
  agent: Agent,
  { method, path, headers, body }: RequestFlood["requests"][number],
): Promise<string> {
  return new Promise((resolve) => {
    const outgoing = request(origin + path, { method, headers, agent }, (response) => {
      response.resume();
      response.once("end", () => resolve(String(response.statusCode)));
    });
    outgoing.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "error"));
    outgoing.end(body);
  });
}
