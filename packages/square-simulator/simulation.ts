import type { BillingOptions } from "./actions/bill-period.ts";
import type { PaymentOptions } from "./actions/payment-options.ts";
import type { FaultQueue } from "./faults/faults.ts";
import type { Behavior, DeliverWebhook } from "./options.ts";
import type { Store } from "./state/store.ts";

/** Public URLs of the simulator. */
export type SimulatorUrls = {
  base: string;
  payPage: string;
  receipt: string;
  checkout: string;
};

type Application = { id: string; secret: string; name: string; redirectUrls: string[] };

/** Shared context of all pages and endpoints. */
export type Simulation = {
  store: Store;
  faultQueue: FaultQueue;
  behavior: Behavior;
  urls: SimulatorUrls;
  application: Application;
  portalUrl: string | undefined;
  /** How webhooks are sent. */
  webhookDelivery: { deliver: DeliverWebhook; timeoutMs: number };
  /** The application's own token. Required for the webhook subscriptions API. */
  personalAccessToken: string;
};

/** Path under which the simulator is mounted. */
export const MOUNT_PATH = "/square-simulator";

export function createUrls(origin: string): SimulatorUrls {
  const baseUrl = `${origin.replace(/\/$/, "")}${MOUNT_PATH}`;
  return {
    base: baseUrl,
    payPage: `${baseUrl}/pay-invoice`,
    receipt: `${baseUrl}/receipt`,
    checkout: `${baseUrl}/checkout`,
  };
}

/** Payment options that depend on the simulator's configuration, not on the caller. */
export function getPaymentDefaults({
  urls,
  behavior,
}: Pick<Simulation, "urls" | "behavior">): Pick<
  PaymentOptions,
  "receiptBase" | "orderUpdatedEvents" | "bankTransferDays"
> {
  return {
    receiptBase: urls.receipt,
    orderUpdatedEvents: behavior.orderUpdatedEvents,
    bankTransferDays: behavior.bankTransferDays,
  };
}

/** Billing options from the simulator's configuration. */
export function getBillingOptions(simulation: Simulation): BillingOptions {
  return {
    payPage: simulation.urls.payPage,
    cardsDeclined: simulation.behavior.cardsDeclined,
    payment: getPaymentDefaults(simulation),
  };
}
