import { serve } from "@hono/node-server";
import { createSquareSimulator, MOUNT_PATH, type SquareSimulator } from "@wardline/square-simulator";
import { Hono } from "hono";
import { findFreePort } from "../network/free-port.ts";

/** The Square simulator on a separate URL, for products that run as processes. It sends no webhooks. */
export type SquareServer = {
  url: string;
  /** Environment variables that make the product use this server. */
  env: Record<string, string>;
  /** Blocks requests for the invoice list until the returned function is called. */
  pauseLists(): () => void;
  /** Delays every later request for the invoice list. */
  delayLists(ms: number): void;
  /** Calls the hook before and after each write takes effect. Its response is sent after the hook has returned. */
  onWrite(hook: (moment: "before" | "after") => Promise<void>): void;
  /** The records in Square. */
  state(): ReturnType<SquareSimulator["state"]>;
  /** The number of blocked requests. */
  pausedListCount(): number;
  stop(): Promise<void>;
};

/** Creating customers, orders and invoices, and publishing invoices. */
const WRITE_PATHS = /\/v2\/(customers|orders|invoices|invoices\/[^/]+\/publish)$/;

/** @param productUrl the URL that the consent page redirects to */
export async function startSquareServer(productUrl: string, invoiceCount: number): Promise<SquareServer> {
  const port = Number(await findFreePort());
  const url = `http://127.0.0.1:${port}`;
  const application = { id: "sandbox-sq0idb-test", secret: "sandbox-sq0csb-test" };
  const simulator = createSquareSimulator({
    origin: url,
    applicationId: application.id,
    applicationSecret: application.secret,
    redirectUrls: [`${productUrl}/api/oauth/square`],
    seed: { invoiceCount },
  });
  let beforeList = () => Promise.resolve();
  let pausedCount = 0;
  let writeHook: (moment: "before" | "after") => Promise<void> = async () => {};
  const site = new Hono();
  site.post(`${MOUNT_PATH}/v2/*`, async (context, next) => {
    if (!WRITE_PATHS.test(context.req.path)) {
      return next();
    }
    await writeHook("before");
    await next();
    await writeHook("after");
  });
  site.get(`${MOUNT_PATH}/v2/invoices`, async (_, next) => {
    pausedCount += 1;
    await beforeList();
    pausedCount -= 1;
    return next();
  });
  site.route(MOUNT_PATH, simulator.app);
  const server = serve({ fetch: site.fetch, port, hostname: "127.0.0.1" });
  return {
    url,
    env: {
      SQUARE_MODE: "sandbox",
      SQUARE_BASE_URL: `${url}${MOUNT_PATH}`,
      SQUARE_APPLICATION_ID: application.id,
      SQUARE_APPLICATION_SECRET: application.secret,
    },
    pauseLists() {
      const { promise, resolve } = Promise.withResolvers<void>();
      beforeList = () => promise;
      return resolve;
    },
    delayLists(ms) {
      beforeList = () => new Promise((resolve) => setTimeout(resolve, ms));
    },
    onWrite(hook) {
      writeHook = hook;
    },
    state: () => simulator.state(),
    pausedListCount: () => pausedCount,
    async stop() {
      await simulator.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
