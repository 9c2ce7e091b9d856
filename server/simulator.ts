import { join } from "node:path";
import type { Hono } from "hono";
import { brand } from "#brand";
import type { Config } from "#server/config.ts";
import { DEMONSTRATION_CLIENTS, DEMONSTRATION_TIERS } from "#server/demo/people.ts";
import type { Keys } from "#server/keys.ts";
import type { Logger } from "#server/log.ts";

/** A plan that the pretended seller offers, with the page that subscribes to it. */
export type OfferedPlan = { name: string; variationId: string; checkoutUrl: string };

/** The pretended Square beside the product, in simulator mode; otherwise nothing. */
export type RunningSimulator = {
  app?: Hono;
  fetch?: typeof fetch;
  plans(): readonly OfferedPlan[];
  close(): Promise<void>;
};

/** Starts the simulator where the mode asks for it. It is loaded only then. */
export async function startSimulator(parts: {
  config: Config;
  keys: Keys;
  log: Logger;
  now: () => Date;
}): Promise<RunningSimulator> {
  const { config, keys, log, now } = parts;
  if (config.square.mode !== "simulator") return { plans: () => [], close: async () => {} };
  const { createSquareSimulator } = await import("#square-simulator/index.ts");
  const simulator = createSquareSimulator({
    origin: config.publicUrl,
    applicationId: keys.squareApplicationId,
    applicationSecret: keys.squareApplicationSecret,
    applicationName: brand.name,
    redirectUrls: [`${config.publicUrl}/api/oauth/square`],
    webhook: { url: config.square.webhookUrl, signatureKey: keys.squareWebhookSignatureKey },
    control: config.square.simulatorControl,
    demoCustomers: DEMONSTRATION_CLIENTS.map((client) => {
      const [givenName = "", ...rest] = client.contactPerson.split(" ");
      return { givenName, familyName: rest.join(" "), companyName: client.company, email: client.email };
    }),
    seed: {
      merchantName: brand.name,
      checkoutRedirectUrl: `${config.publicUrl}/client-portal?section=book-service&checkout=done`,
      plans: DEMONSTRATION_TIERS.map((tier) => ({ name: tier.name, monthlyCents: tier.monthlyPrice * 100 })),
    },
    stateFile: join(config.dataDir, "square-simulator.json"),
    now,
    log,
  });
  return {
    app: simulator.app,
    fetch: simulator.api,
    plans: () => simulator.plans(),
    close: async () => simulator.close(),
  };
}
