import { join } from "node:path";
import type { Hono } from "hono";
import { brand } from "#brand";
import { dollars, toCents } from "#domain/money/money.ts";
import type { Config } from "#server/config.ts";
import { DEMO_CLIENTS, DEMO_TIERS } from "#server/demo/seed-data.ts";
import type { Keys } from "#server/keys.ts";
import type { Logger } from "#server/observability/logger.ts";

/** A support plan of the simulated merchant, with its checkout page. */
export type SimulatedPlan = { name: string; variationId: string; checkoutUrl: string };

/** The Square simulator. It has no app and no plans unless simulator mode is on. */
export type RunningSimulator = {
  app?: Hono;
  fetch?: typeof fetch;
  plans(): readonly SimulatedPlan[];
  close(): Promise<void>;
};

/** Starts the simulator if simulator mode is on. Its module is imported only then. */
export async function startSimulator(options: {
  config: Config;
  keys: Keys;
  log: Logger;
  now: () => Date;
}): Promise<RunningSimulator> {
  const { config, keys, log, now } = options;
  if (config.square.mode !== "simulator") {
    return { plans: () => [], close: async () => {} };
  }
  const { createSquareSimulator } = await import("@wardline/square-simulator");
  const simulator = createSquareSimulator({
    origin: config.publicUrl,
    applicationId: keys.squareApplicationId,
    applicationSecret: keys.squareApplicationSecret,
    applicationName: brand.name,
    redirectUrls: [`${config.publicUrl}/api/oauth/square`],
    portalUrl: `${config.publicUrl}/client-portal?section=billing`,
    webhook: { url: config.square.webhookUrl, signatureKey: keys.squareWebhookSignatureKey },
    control: config.square.simulatorControl,
    demoCustomers: DEMO_CLIENTS.map((client) => {
      const [givenName = "", ...rest] = client.contactPerson.split(" ");
      return {
        givenName,
        familyName: rest.join(" "),
        companyName: client.company,
        email: client.email,
        createdDaysAgo: client.joinedDaysAgo,
      };
    }),
    seed: {
      merchantName: brand.name,
      checkoutRedirectUrl: `${config.publicUrl}/client-portal?section=book-service&checkout={plan_variation_id}`,
      plans: DEMO_TIERS.map((tier) => ({
        name: tier.name,
        monthlyCents: toCents(dollars(tier.monthlyPrice)),
      })),
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
