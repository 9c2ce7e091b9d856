import { randomBytes } from "node:crypto";
import { Hono } from "hono";
import { squareApi } from "./api/api.ts";
import { inProcessFetch } from "./api/in-process-fetch.ts";
import type { SimulatorControl } from "./control/control.ts";
import { simulatorControl } from "./control/control.ts";
import { controlEndpoints } from "./control/endpoints.ts";
import { Faults } from "./faults/faults.ts";
import { runDue } from "./lifecycle/due.ts";
import type { SimulatorOptions } from "./options.ts";
import { DEFAULT_BEHAVIOUR } from "./options.ts";
import { simulatedPages } from "./pages/pages.ts";
import { seededState } from "./seed/seed.ts";
import type { Simulation } from "./simulation.ts";
import { addressesAt } from "./simulation.ts";
import { moveBase } from "./state/move-base.ts";
import { readStateFile } from "./state/state-file.ts";
import { createStore } from "./state/store.ts";
import { Dispatcher } from "./webhooks/dispatcher.ts";
import { listenAt } from "./webhooks/listen-at.ts";
import { WebhookTwists } from "./webhooks/twists.ts";

export type { SimulatorOptions } from "./options.ts";
export { MOUNT_PATH } from "./simulation.ts";

export type SquareSimulator = SimulatorControl & {
  /** To be mounted at MOUNT_PATH. */
  app: Hono;
  /** Answers calls to `baseUrl` without a socket; give it to the SDK as `fetch`. */
  api: (url: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** What the SDK takes as `baseUrl`. */
  baseUrl: string;
  personalAccessToken: string;
  /** Stops the clock and waits for deliveries under way. */
  close: () => Promise<void>;
};

const TICK_MS = 5_000;
const DELIVERY_TIMEOUT_MS = 10_000;
const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

/**
 * A pretended Square: pages, API, webhooks and a seller with a history.
 * Throws beside anything real: an https origin or a production application's secret.
 */
export function createSquareSimulator(options: SimulatorOptions): SquareSimulator {
  if (options.origin.startsWith("https:") || options.applicationSecret.startsWith("sq0csp-")) {
    throw new Error("The simulated Square runs only on http and never beside real credentials.");
  }
  const now = options.now ?? (() => new Date());
  const addresses = addressesAt(options.origin);
  const kept = options.stateFile ? readStateFile(options.stateFile) : null;
  const seed = () => seededState(options.seed ?? {}, options.demoCustomers ?? [], addresses, now());
  const log = options.log ?? SILENT;
  const twists = new WebhookTwists();
  const store = createStore({
    state: kept ?? seed(),
    stateFile: options.stateFile,
    now,
    onDeliveries: (deliveries) => dispatcher.add(deliveries),
  });
  const listening = {
    deliver: options.deliver ?? fetch,
    timeoutMs: options.deliveryTimeoutMs ?? DELIVERY_TIMEOUT_MS,
  };
  const dispatcher = new Dispatcher({
    store: () => store,
    ...listening,
    twists,
    log,
  });
  const simulation: Simulation = {
    store,
    faults: new Faults(),
    behaviour: { ...DEFAULT_BEHAVIOUR, ...options.behaviour },
    addresses,
    application: {
      id: options.applicationId,
      secret: options.applicationSecret,
      name: options.applicationName ?? "This application",
      redirectUrls: options.redirectUrls ?? [],
    },
    listening,
    personalAccessToken: `EAAA${randomBytes(30).toString("base64url")}`,
  };
  const prepare = () =>
    store.commit((change) => {
      moveBase(change.state, addresses.base);
      listenAt(change, options.webhook);
    });
  prepare();
  dispatcher.restart();

  const control = simulatorControl(simulation, dispatcher, twists, () => {
    store.replace(seed());
    prepare();
    dispatcher.restart();
  });
  const app = new Hono();
  simulatedPages(app, simulation);
  if (options.control) controlEndpoints(app, control);
  squareApi(app, simulation);

  const tick = setInterval(() => {
    try {
      runDue(simulation);
      dispatcher.run();
    } catch (error) {
      // A pretended Square must never take its product down with it.
      log.error({ error }, "The simulated Square could not do what was due.");
    }
  }, TICK_MS);
  tick.unref();

  return {
    ...control,
    app,
    api: inProcessFetch(app),
    baseUrl: addresses.base,
    personalAccessToken: simulation.personalAccessToken,
    async close() {
      clearInterval(tick);
      await dispatcher.close();
      store.close();
    },
  };
}
