import { serve } from "@hono/node-server";
import { MOUNT_PATH } from "@wardline/square-simulator";
import { Hono } from "hono";
import {
  createSquareEnvironment,
  ORIGIN,
  type SquareEnvironment,
} from "#tests/support/square/square-environment.ts";

export type HttpEnvironment = SquareEnvironment & {
  /** Called before each request from the product's SDK. */
  beforeRequest: (url: URL) => void;
  close(): Promise<void>;
};

/** Shorter than in production, to keep the tests fast. */
const TIMEOUT_SECONDS = 2;
const PAUSE_LIMITS = { firstDelayMs: 10, maxDelayMs: 50, maxTotalMs: 5_000 };

/** Connects the product and the simulated Square over real sockets, with the real SDK and real webhooks. */
export async function createHttpEnvironment(
  options: Parameters<typeof createSquareEnvironment>[0] = {},
): Promise<HttpEnvironment> {
  let serverUrl = "";
  const hooks: Pick<HttpEnvironment, "beforeRequest"> = { beforeRequest: () => {} };
  const fetchAt = (url: string) => fetch.bind(null, url.replace(ORIGIN, serverUrl));
  const fixture = await createSquareEnvironment({
    ...options,
    payments: {
      pauseLimits: PAUSE_LIMITS,
      timeoutInSeconds: TIMEOUT_SECONDS,
      fetch: async (input, init) => {
        const url = String(input instanceof Request ? input.url : input);
        hooks.beforeRequest(new URL(url));
        return fetchAt(url)(init);
      },
      ...options.payments,
    },
    simulator: { ...options.simulator, deliver: async (url, init) => fetchAt(url)(init) },
  });
  const site = new Hono();
  site.route(MOUNT_PATH, fixture.simulator.app);
  site.all("*", async (context) => {
    const { method, headers } = context.req.raw;
    const body = method === "GET" || method === "HEAD" ? null : await context.req.arrayBuffer();
    return fixture.request(new URL(context.req.url).pathname, { method, headers, body });
  });
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const listening = serve({ fetch: site.fetch, port: 0, hostname: "127.0.0.1" }, () => resolve(listening));
  });
  const address = server.address();
  if (typeof address !== "object" || !address) {
    throw new Error("The server has no port");
  }
  serverUrl = `http://127.0.0.1:${address.port}`;
  return Object.assign(hooks, fixture, {
    async close() {
      await fixture.simulator.close();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
