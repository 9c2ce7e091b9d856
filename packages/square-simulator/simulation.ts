import type { BillingSetting } from "./actions/bill-period.ts";
import type { PayInstruction } from "./actions/pay-instruction.ts";
import type { Faults } from "./faults/faults.ts";
import type { Behaviour, Deliver } from "./options.ts";
import type { Store } from "./state/store.ts";

/** Where this pretended Square is found by browsers. */
export type Addresses = {
  base: string;
  payPage: string;
  receipt: string;
  checkout: string;
};

type Application = { id: string; secret: string; name: string; redirectUrls: string[] };

/** What every page and endpoint works with. */
export type Simulation = {
  store: Store;
  faults: Faults;
  behaviour: Behaviour;
  addresses: Addresses;
  application: Application;
  /** How listeners are reached. */
  listening: { deliver: Deliver; timeoutMs: number };
  /** For the webhook subscriptions API, which knows no sellers. */
  personalAccessToken: string;
};

/** The path below which everything is mounted. */
export const MOUNT_PATH = "/square-simulator";

export function addressesAt(origin: string): Addresses {
  const base = `${origin.replace(/\/$/, "")}${MOUNT_PATH}`;
  return {
    base,
    payPage: `${base}/pay-invoice`,
    receipt: `${base}/receipt`,
    checkout: `${base}/checkout`,
  };
}

/** How payments are made here, whoever starts them. */
export function payInstruction({
  addresses,
  behaviour,
}: Pick<Simulation, "addresses" | "behaviour">): Pick<
  PayInstruction,
  "receiptBase" | "orderUpdatedEvents" | "bankTransferDays"
> {
  return {
    receiptBase: addresses.receipt,
    orderUpdatedEvents: behaviour.orderUpdatedEvents,
    bankTransferDays: behaviour.bankTransferDays,
  };
}

/** How subscriptions are billed here. */
export function billingSetting(simulation: Simulation): BillingSetting {
  return {
    payPage: simulation.addresses.payPage,
    cardsDeclined: simulation.behaviour.cardsDeclined,
    instruction: payInstruction(simulation),
  };
}
