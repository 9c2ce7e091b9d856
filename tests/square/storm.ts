import { call } from "#square-simulator/test-support/a-simulator.ts";
import { aClient, type TestClient } from "#tests/support/a-client.ts";
import { aPaymentWorld, ORIGIN, type PaymentWorld } from "#tests/support/payment-world.ts";
import { type Chance, chanceOf } from "./chance.ts";
import { customerNow } from "./oracle.ts";
import { shapeWatch } from "./square-shapes.ts";
import { sellerActs } from "./storm-seller.ts";
import { calm, type Listener, stormWeather } from "./storm-weather.ts";

const CLIENTS = 5;

/** How often each act comes, in parts of their sum. */
const WEIGHTS = {
  bill: 140,
  pay: 300,
  refund: 90,
  cancel: 30,
  stop: 10,
  chargeFailed: 10,
  returnTransfer: 20,
  settleDraft: 10,
  meetCustomer: 20,
  merge: 15,
  changeCustomer: 20,
  hear: 140,
  twist: 50,
  release: 20,
  outage: 40,
  slam: 10,
  noise: 20,
  passTime: 30,
  sync: 10,
  retryJobs: 20,
  reconnect: 1,
};

export type Storm = {
  world: PaymentWorld;
  clients: TestClient[];
  /** The client that has a stranger saved as its customer, and which one. */
  kept: { clientId: string; customerId: string };
  /** What Square has said, in answers and notifications, that its published description does not know. */
  misshapen(): string[];
  /** Goes on until the journal has so many entries. */
  rage(events: number): Promise<void>;
  /** Lets everything arrive and be done. */
  calm(): Promise<void>;
};

/** `through`: the network on the way to Square. `without`: acts that do not come. */
export type StormOptions = {
  through?: (send: typeof fetch) => typeof fetch;
  without?: readonly Act[];
  maxRetries?: number;
};

/**
 * A seller, its buyers, the network and the product, each doing what chance wants in whatever order. The same seed
 * gives the same journal.
 */
export async function aStorm(seed: number, options: StormOptions = {}): Promise<Storm> {
  const { through = (send) => send, without = [], maxRetries = 0 } = options;
  const listener: Listener = { isAway: false };
  const chance = chanceOf(seed);
  const shapes = shapeWatch();
  const world: PaymentWorld = await aPaymentWorld({
    payments: {
      fetch: through(shapes.watched((input, init) => world.simulator.api(input, init))),
      maxRetries,
    },
    simulator: {
      deliver: async (url, init) =>
        listener.isAway ? new Response(null, { status: 503 }) : world.ask(url.slice(ORIGIN.length), init),
    },
  });
  const { simulator } = world;
  const clients: TestClient[] = [];
  for (let index = 0; index < CLIENTS; index += 1)
    clients.push(await aClient(world, { email: `storm-${index}@example.com` }));
  await world.connect();
  const kept = await keepCustomer(world, clients[0]);
  const emails = clients.map(({ email }) => email);
  const keptNow = () => customerNow(simulator.journal(), kept.customerId);
  const acts = {
    ...sellerActs(simulator, chance, emails, keptNow),
    ...stormWeather(world, chance, listener),
  };
  await acts.meetCustomer();
  return {
    world,
    clients,
    kept,
    misshapen() {
      for (const { body } of simulator.journal()) shapes.lookAtEvent(body);
      return shapes.looked() > 0 ? shapes.problems() : ["nothing was looked at"];
    },
    async rage(events) {
      while (simulator.journal().length < events) await acts[drawn(chance, without)]();
    },
    calm: () => calm(world, listener),
  };
}

async function keepCustomer(world: PaymentWorld, client: TestClient | undefined) {
  const { simulator, pool } = world;
  const { body } = await call(simulator, "/v2/customers", {
    token: simulator.personalAccessToken,
    body: { company_name: "Kept", email_address: "kept@example.com" },
  });
  const kept = { clientId: client?.id ?? "", customerId: String(body.customer.id) };
  await pool.query("update public.clients set square_customer_id = $2 where id = $1", [
    kept.clientId,
    kept.customerId,
  ]);
  return kept;
}

type Act = keyof typeof WEIGHTS;
const ACTS = Object.keys(WEIGHTS) as Act[];

function drawn(chance: Chance, without: readonly Act[]): Act {
  const acts = ACTS.filter((act) => !without.includes(act));
  let left = chance.between(0, acts.reduce((sum, act) => sum + WEIGHTS[act], 0) - 1);
  for (const act of acts) {
    left -= WEIGHTS[act];
    if (left < 0) return act;
  }
  return "hear";
}
