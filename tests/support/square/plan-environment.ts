import { MOUNT_PATH } from "@wardline/square-simulator";
import type pg from "pg";
import { insertRow } from "../records/insert-row.ts";
import { createTestClient, type TestClient } from "../records/test-client.ts";
import { createSquareEnvironment, type SquareEnvironment } from "./square-environment.ts";

/** The details that the environment's client enters at the checkout. */
export const SUBSCRIBER = {
  givenName: "Ada",
  familyName: "M",
  companyName: "Ada Health",
  email: "ada@example.com",
};

type PlanTier = { id: string; tier_name: string; checkoutPath: string };

export type PlanEnvironment = SquareEnvironment & {
  client: TestClient;
  /** Returns one of the seed's plans, cheapest first. The client has none of them. */
  findTier(index: number): PlanTier;
  /** Pays the checkout of a plan in the simulator, by default with the client's email address. */
  checkOut(index: number, email?: string): Promise<void>;
  /** Records that the client opened a checkout. */
  openCheckout(index: number): Promise<unknown>;
  /** Simulates a portal that misses the events of a checkout. */
  holdEvents(): void;
  readRows: (sql: string) => Promise<pg.QueryResult["rows"]>;
};

/** A connected Square account with support plans, and a client without one. */
export async function createPlanEnvironment(
  options: Pick<NonNullable<Parameters<typeof createSquareEnvironment>[0]>, "payments"> = {},
): Promise<PlanEnvironment> {
  const environment = await createSquareEnvironment({
    ...options,
    simulator: { seed: { invoiceCount: 0 }, demoCustomers: [] },
  });
  const client = await createTestClient(environment, {
    company: SUBSCRIBER.companyName,
    email: SUBSCRIBER.email,
  });
  await environment.connect();
  const tiers: PlanTier[] = [];
  for (const plan of environment.simulator.plans()) {
    const { id, tier_name } = await insertRow(environment, "subscription_tiers", {
      tier_name: plan.name,
      monthly_price: plan.monthlyCents / 100,
      square_plan_variation_id: plan.variationId,
    });
    tiers.push({ id, tier_name, checkoutPath: new URL(plan.checkoutUrl).pathname.slice(MOUNT_PATH.length) });
  }
  const findTier = (index: number) => {
    const tier = tiers[index];
    if (!tier) {
      throw new Error("the seed has too few plans");
    }
    return tier;
  };
  return {
    ...environment,
    client,
    findTier,
    async checkOut(index, email = SUBSCRIBER.email) {
      const { givenName, familyName } = SUBSCRIBER;
      const response = await environment.simulator.app.request(findTier(index).checkoutPath, {
        method: "POST",
        body: new URLSearchParams({ given_name: givenName, family_name: familyName, email }),
      });
      if (response.status >= 400) {
        throw new Error(`the checkout returned ${response.status}`);
      }
      await environment.receiveWebhooks();
    },
    openCheckout: (index) =>
      environment.pool.query(
        "insert into public.plan_checkouts (client_id, tier_id, started_at) values ($1, $2, $3)",
        [client.id, findTier(index).id, environment.clock.now],
      ),
    holdEvents() {
      for (const eventType of ["subscription.created", "customer.created"]) {
        environment.simulator.addWebhookFault({ fault: "hold", eventType, times: 10 });
      }
    },
    readRows: async (sql) => (await environment.pool.query(sql)).rows,
  };
}
