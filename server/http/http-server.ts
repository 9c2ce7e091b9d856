import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { ConfigurationError } from "#server/config.ts";
import { type BodyTimeout, DEFAULT_BODY_TIMEOUT, enforceBodyTimeout } from "#server/http/body-timeout.ts";

/** Handles one request. */
export type RequestHandler = (request: Request, env: object) => Response | Promise<Response>;

/** An HTTP server whose handler can be replaced while it listens. */
export type HttpServer = {
  port: number;
  setHandler(handler: RequestHandler): void;
  /** Accepts no new connections and waits for running requests. Aborts them after `timeoutMs`. */
  close(timeoutMs: number): Promise<void>;
};

// Node's default of 5 minutes is too long for a connection with incomplete headers. Bodies have their own timeout in
// body-timeout.ts.
const HEADERS_TIMEOUT_MS = 15_000;
const MAX_CONNECTIONS = 2_000;

/**
 * Starts listening immediately, so that a port conflict is reported before anything else starts.
 * @throws {ConfigurationError} that names PORT or HOST.
 */
export async function listen(
  host: string,
  port: number,
  initialHandler: RequestHandler,
  bodyTimeout: BodyTimeout = DEFAULT_BODY_TIMEOUT,
): Promise<HttpServer> {
  let handler = initialHandler;
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: 0,
      connectionsCheckingInterval: 5_000,
    },
    getRequestListener((request, env) => handler(request, env)),
  );
  server.on("request", (request, response) => enforceBodyTimeout(request, response, bodyTimeout));
  server.maxConnections = MAX_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(toConfigurationError(error, host, port)));
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : port,
    setHandler(next) {
      handler = next;
    },
    close: (timeoutMs) => drain(server, timeoutMs),
  };
}

function toConfigurationError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === "EADDRINUSE") {
    return new ConfigurationError(
      `PORT: ${port} on ${host} is in use by another process. Choose another port with PORT=…`,
    );
  }
  if (error.code === "EACCES") {
    return new ConfigurationError(`PORT: this user is not allowed to listen on ${port}`);
  }
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND") {
    return new ConfigurationError(`HOST: ${host} is not an address on this machine`);
  }
  return error;
}

function drain(server: Server, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), timeoutMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
