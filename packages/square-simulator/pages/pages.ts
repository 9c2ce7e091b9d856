import type { Hono } from "hono";
import type { Simulation } from "../simulation.ts";
import { checkoutPages } from "./checkout.ts";
import { consentPages } from "./consent.ts";
import { dashboardPages } from "./dashboard.ts";
import { payPages } from "./pay-invoice.ts";
import { receiptPages } from "./receipt.ts";

/** Everything a browser can open. */
export function simulatedPages(app: Hono, simulation: Simulation): void {
  checkoutPages(app, simulation);
  consentPages(app, simulation);
  dashboardPages(app, simulation);
  payPages(app, simulation);
  receiptPages(app, simulation);
}
