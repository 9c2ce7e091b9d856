import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { ConfigurationError } from "#server/config.ts";
import { cutWhenSlow, PATIENCE, type Patience } from "#server/slow-bodies.ts";

/** Answers one request. */
export type Handler = (request: Request, env: object) => Response | Promise<Response>;

/** The product's one HTTP server; what answers can be exchanged while it listens. */
export type HttpServer = {
  port: number;
  answerWith(handler: Handler): void;
  /** Takes no new connection and waits for the requests under way; after `patienceMs` it cuts them. */
  close(patienceMs: number): Promise<void>;
};

// A half-sent request is cut: Node's own default would hold it for five minutes. Bodies have a rule of their own.
const HEADERS_WITHIN_MS = 15_000;
const MOST_CONNECTIONS = 2_000;

/**
 * Listens at once, so that an occupied port is known before anything else is made.
 * @throws ConfigurationError naming PORT or HOST when it cannot.
 */
export async function listen(
  host: string,
  port: number,
  first: Handler,
  patience: Patience = PATIENCE,
): Promise<HttpServer> {
  let handler = first;
  const server = createServer(
    {
      headersTimeout: HEADERS_WITHIN_MS,
      requestTimeout: 0,
      connectionsCheckingInterval: 5_000,
    },
    getRequestListener((request, env) => handler(request, env)),
  );
  server.on("request", (request, response) => cutWhenSlow(request, response, patience));
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => reject(listenProblem(cause, host, port)));
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    answerWith(next) {
      handler = next;
    },
    close: (patienceMs) => drain(server, patienceMs),
  };
}

function listenProblem(cause: NodeJS.ErrnoException, host: string, port: number): Error {
  if (cause.code === "EADDRINUSE")
    return new ConfigurationError(
      `PORT: ${port} on ${host} is in use by another program; choose another with PORT=…`,
    );
  if (cause.code === "EACCES") return new ConfigurationError(`PORT: this user may not listen on ${port}`);
  if (cause.code === "EADDRNOTAVAIL" || cause.code === "ENOTFOUND")
    return new ConfigurationError(`HOST: ${host} is not an address of this machine`);
  return cause;
}

function drain(server: Server, patienceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), patienceMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
