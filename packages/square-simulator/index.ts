import { randomBytes } from "node:crypto";
import { Hono } from "hono";
import { createInProcessFetch } from "./api/http/in-process-fetch.ts";
import { registerApi } from "./api/routes.ts";
import type { SimulatorControl } from "./control/control.ts";
import { createControl } from "./control/control.ts";
import { registerControlEndpoints } from "./control/endpoints.ts";
import { FaultQueue } from "./faults/faults.ts";
import { runDue } from "./lifecycle/due.ts";
import type { SimulatorOptions } from "./options.ts";
import { DEFAULT_BEHAVIOR } from "./options.ts";
import { registerPages } from "./pages/pages.ts";
import { createSeedState } from "./seed/seed.ts";
import type { Simulation } from "./simulation.ts";
import { createUrls } from "./simulation.ts";
import { rebaseLinks } from "./state/rebase-links.ts";
import { readStateFile } from "./state/state-file.ts";
import { createStore } from "./state/store.ts";
import { configureSubscription } from "./webhooks/configured-subscription.ts";
import { Dispatcher } from "./webhooks/dispatcher.ts";
import { WebhookFaultQueue } from "./webhooks/webhook-faults.ts";

export type { SimulatorOptions } from "./options.ts";
export { MOUNT_PATH } from "./simulation.ts";

export type SquareSimulator = SimulatorControl & {
  /** Mount this app at `MOUNT_PATH`. */
  app: Hono;
  /** A `fetch` that serves requests to `baseUrl` in process. Pass it to the SDK. */
  api: (url: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** Pass this to the SDK as `baseUrl`. */
  baseUrl: string;
  personalAccessToken: string;
  /** Stops the clock and waits for running webhook deliveries. */
  close: () => Promise<void>;
};

const TICK_MS = 5_000;
const DELIVERY_TIMEOUT_MS = 10_000;
const SILENT_LOG = { info: () => {}, warn: () => {}, error: () => {} };

/**
 * Creates a simulated Square with pages, API, webhooks and a seeded seller.
 *
 * @throws {Error} for an https origin or a production application secret, so that the simulator never runs next to
 *   real credentials.
 */
export function createSquareSimulator(options: SimulatorOptions): SquareSimulator {
  if (options.origin.startsWith("https:") || options.applicationSecret.startsWith("sq0csp-")) {
    throw new Error("The Square simulator runs only on http and never with production credentials.");
  }
  const now = options.now ?? (() => new Date());
  const urls = createUrls(options.origin);
  const savedState = options.stateFile ? readStateFile(options.stateFile) : null;
  const seed = () => createSeedState(options.seed ?? {}, options.demoCustomers ?? [], urls, now());
  const log = options.log ?? SILENT_LOG;
  const webhookFaults = new WebhookFaultQueue();
  const store = createStore({
    state: savedState ?? seed(),
    stateFile: options.stateFile,
    now,
    onDeliveries: (deliveries) => dispatcher.add(deliveries),
  });
  const webhookDelivery = {
    deliver: options.deliver ?? fetch,
    timeoutMs: options.deliveryTimeoutMs ?? DELIVERY_TIMEOUT_MS,
  };
  const dispatcher = new Dispatcher({
    store: () => store,
    ...webhookDelivery,
    faults: webhookFaults,
    log,
  });
  const simulation: Simulation = {
    store,
    faultQueue: new FaultQueue(),
    behavior: { ...DEFAULT_BEHAVIOR, ...options.behavior },
    urls,
    application: {
      id: options.applicationId,
      secret: options.applicationSecret,
      name: options.applicationName ?? "This application",
      redirectUrls: options.redirectUrls ?? [],
    },
    portalUrl: options.portalUrl,
    webhookDelivery,
    personalAccessToken: `EAAA${randomBytes(30).toString("base64url")}`,
  };
  const configure = () =>
    store.commit((change) => {
      rebaseLinks(change.state, urls.base);
      configureSubscription(change, options.webhook);
    });
  configure();
  dispatcher.restart();

  const control = createControl(simulation, dispatcher, webhookFaults, () => {
    store.replace(seed());
    configure();
    dispatcher.restart();
  });
  const app = new Hono();
  registerPages(app, simulation);
  if (options.control) {
    registerControlEndpoints(app, control);
  }
  registerApi(app, simulation);

  const tick = setInterval(() => {
    try {
      runDue(simulation);
      dispatcher.run();
    } catch (error) {
      // A failure in the simulator must not crash the host process.
      log.error({ error }, "The Square simulator couldn't process due work.");
    }
  }, TICK_MS);
  tick.unref();

  return {
    ...control,
    app,
    api: createInProcessFetch(app),
    baseUrl: urls.base,
    personalAccessToken: simulation.personalAccessToken,
    async close() {
      clearInterval(tick);
      await dispatcher.close();
      store.close();
    },
  };
}
