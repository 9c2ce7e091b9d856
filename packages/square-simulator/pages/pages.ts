import type { Hono } from "hono";
import type { Simulation } from "../simulation.ts";
import { registerCheckoutPages } from "./checkout.ts";
import { registerConsentPages } from "./consent.ts";
import { registerDashboardPages } from "./dashboard.ts";
import { registerPaymentPages } from "./pay-invoice.ts";
import { registerReceiptPages } from "./receipt.ts";

/** Registers all pages. */
export function registerPages(app: Hono, simulation: Simulation): void {
  registerCheckoutPages(app, simulation);
  registerConsentPages(app, simulation);
  registerDashboardPages(app, simulation);
  registerPaymentPages(app, simulation);
  registerReceiptPages(app, simulation);
}
