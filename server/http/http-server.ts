import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { ConfigurationError } from "#server/config.ts";
import { type BodyTimeout, DEFAULT_BODY_TIMEOUT, enforceBodyTimeout } from "#server/http/body-timeout.ts";
import {
  DEFAULT_WAITING_CONNECTION_LIMITS,
  limitWaitingConnections,
  type WaitingConnectionLimits,
} from "#server/http/waiting-connections.ts";

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

type HttpServerOptions = {
  bodyTimeout?: BodyTimeout;
  waitingConnections?: WaitingConnectionLimits;
};

/**
 * Starts listening immediately, so that a port conflict is reported before anything else starts.
 * @throws {ConfigurationError} that names PORT or HOST.
 */
export async function listen(
  host: string,
  port: number,
  initialHandler: RequestHandler,
  {
    bodyTimeout = DEFAULT_BODY_TIMEOUT,
    waitingConnections = DEFAULT_WAITING_CONNECTION_LIMITS,
  }: HttpServerOptions = {},
): Promise<HttpServer> {
  let handler = initialHandler;
  const respond = getRequestListener((request, env) => handler(request, env));
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: 0,
      connectionsCheckingInterval: 5_000,
    },
    rejectRepeatedHost(respond),
  );
  server.on("request", (request, response) => enforceBodyTimeout(request, response, bodyTimeout));
  server.maxConnections = MAX_CONNECTIONS;
  limitWaitingConnections(server, waitingConnections);
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

/**
 * Responds 400 to requests with several Host headers (RFC 9112, section 3.2). Node uses the first one, and a proxy in
 * front of the server may use another.
 */
function rejectRepeatedHost(listener: RequestListener): RequestListener {
  return (request, response) => {
    if (countHostHeaders(request) > 1) {
      response.writeHead(400, { Connection: "close" }).end();
      return;
    }
    listener(request, response);
  };
}

// `rawHeaders` contains names and values alternately.
function countHostHeaders({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length;
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
