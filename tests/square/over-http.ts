import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { MOUNT_PATH } from "#square-simulator/index.ts";
import { aPaymentWorld, ORIGIN, type PaymentWorld } from "#tests/support/payment-world.ts";

export type WorldOverHttp = PaymentWorld & {
  /** Called with each request of the product's SDK before it is sent. */
  beforeCall: (url: URL) => void;
  close(): Promise<void>;
};

/** How long the SDK waits here, and how often it tries again: less than the product, so that tests are short. */
const TIMEOUT_S = 2;
const RETRIES = 1;

/** Product and simulated Square, each reaching the other through sockets: the real SDK, real notifications. */
export async function aWorldOverHttp(
  options: Parameters<typeof aPaymentWorld>[0] = {},
): Promise<WorldOverHttp> {
  let listeningAt = "";
  const hooks: Pick<WorldOverHttp, "beforeCall"> = { beforeCall: () => {} };
  const reach = (url: string) => fetch.bind(null, url.replace(ORIGIN, listeningAt));
  const world = await aPaymentWorld({
    ...options,
    payments: {
      maxRetries: RETRIES,
      timeoutInSeconds: TIMEOUT_S,
      fetch: async (input, init) => {
        const url = String(input instanceof Request ? input.url : input);
        hooks.beforeCall(new URL(url));
        return reach(url)(init);
      },
      ...options.payments,
    },
    simulator: { ...options.simulator, deliver: async (url, init) => reach(url)(init) },
  });
  const site = new Hono();
  site.route(MOUNT_PATH, world.simulator.app);
  site.all("*", async (context) => {
    const { method, headers } = context.req.raw;
    const body = method === "GET" || method === "HEAD" ? null : await context.req.arrayBuffer();
    return world.ask(new URL(context.req.url).pathname, { method, headers, body });
  });
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const started = serve({ fetch: site.fetch, port: 0, hostname: "127.0.0.1" }, () => resolve(started));
  });
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("the server has no port");
  listeningAt = `http://127.0.0.1:${address.port}`;
  return Object.assign(hooks, world, {
    async close() {
      await world.simulator.close();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
