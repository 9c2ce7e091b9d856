import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { createSquareSimulator, MOUNT_PATH } from "#square-simulator/index.ts";
import { aFreePort } from "./a-process.ts";

/** The simulated Square on an address of its own, for products that run as processes. It tells nobody of events. */
export type RunningSquare = {
  url: string;
  /** What a product is started with so that it uses this Square. */
  env: Record<string, string>;
  /** Lets no list of invoices be answered until the returned function is called. */
  holdLists(): () => void;
  /** From now on each list of invoices is answered so much later. */
  delayLists(ms: number): void;
  /** How many lists have been asked for and wait. */
  heldLists(): number;
  stop(): Promise<void>;
};

/** @param productUrl where the seller is sent back to, @param invoiceCount what the seller has. */
export async function aSquare(productUrl: string, invoiceCount: number): Promise<RunningSquare> {
  const port = Number(await aFreePort());
  const url = `http://127.0.0.1:${port}`;
  const application = { id: "sandbox-sq0idb-test", secret: "sandbox-sq0csb-test" };
  const simulator = createSquareSimulator({
    origin: url,
    applicationId: application.id,
    applicationSecret: application.secret,
    redirectUrls: [`${productUrl}/api/oauth/square`],
    seed: { invoiceCount },
  });
  let held = () => Promise.resolve();
  let waiting = 0;
  const site = new Hono();
  site.get(`${MOUNT_PATH}/v2/invoices`, async (_, next) => {
    waiting += 1;
    await held();
    waiting -= 1;
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
    holdLists() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = () => promise;
      return resolve;
    },
    delayLists(ms) {
      held = () => new Promise((over) => setTimeout(over, ms));
    },
    heldLists: () => waiting,
    async stop() {
      await simulator.close();
      await new Promise((closed) => server.close(closed));
    },
  };
}
