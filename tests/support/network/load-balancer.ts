import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from "node:http";
import { serverPort } from "./server-port.ts";

/** A round-robin proxy in front of several application processes, like nginx. */
export type LoadBalancer = {
  url: string;
  /** Forwards requests to these ports in turn. Skips ports whose process is not ready. */
  setPorts(ports: readonly number[]): void;
  stop(): Promise<void>;
};

const POLL_INTERVAL_MS = 500;

/**
 * Tries the next process if a connection is refused, like nginx. Passes on `X-Forwarded-For`, so that a test can
 * simulate many clients.
 */
export async function startLoadBalancer(): Promise<LoadBalancer> {
  let ports: readonly number[] = [];
  let nextIndex = 0;
  const unavailable = new Set<number>();
  const readinessTimer = setInterval(async () => {
    for (const port of ports) {
      (await isReady(port)) ? unavailable.delete(port) : unavailable.add(port);
    }
  }, POLL_INTERVAL_MS);
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    nextIndex += 1;
    const available = ports.filter((port) => !unavailable.has(port));
    const orderedPorts = available.map((_, index) => available[(nextIndex + index) % available.length] ?? 0);
    for (const port of orderedPorts) {
      if (await forward(port, request, body, response)) {
        return;
      }
    }
    response.writeHead(502).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const port = serverPort(server);
  return {
    url: `http://localhost:${port}`,
    setPorts(next) {
      ports = next;
    },
    stop: () =>
      new Promise((resolve) => {
        clearInterval(readinessTimer);
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** @returns false if the connection was refused, so that another process can handle the request. */
function forward(
  port: number,
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): Promise<boolean> {
  return new Promise((resolve) => {
    const { method, url, headers } = request;
    const upstream = sendRequest(
      { host: "127.0.0.1", port, method, path: url, headers, agent: false },
      (upstreamResponse) => {
        response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers);
        upstreamResponse.pipe(response);
        resolve(true);
      },
    );
    upstream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED") {
        return resolve(false);
      }
      response.writeHead(502).end();
      resolve(true);
    });
    upstream.end(body);
  });
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/api/ready`).then(
    (response) => response.ok,
    () => false,
  );

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
