import type { Hono } from "hono";
import type { Simulation } from "../simulation.ts";
import { registerCatalog } from "./catalog.ts";
import { registerCustomers } from "./customers.ts";
import { SquareApiError } from "./http/square-api-error.ts";
import { registerInvoiceWrites } from "./invoice-writes.ts";
import { registerInvoiceReads } from "./invoices.ts";
import { registerMerchants } from "./merchants.ts";
import { registerOAuth } from "./oauth.ts";
import { registerOrders } from "./orders.ts";
import { registerPaymentLinks } from "./payment-links.ts";
import { registerPayments } from "./payments.ts";
import { registerSubscriptions } from "./subscriptions.ts";
import { registerWebhookSubscriptions } from "./webhook-subscriptions.ts";

/** Registers all API operations. Unknown paths return Square's 404 error. */
export function registerApi(app: Hono, simulation: Simulation): void {
  registerOAuth(app, simulation);
  registerMerchants(app, simulation);
  registerCustomers(app, simulation);
  registerInvoiceReads(app, simulation);
  registerOrders(app, simulation);
  registerPayments(app, simulation);
  registerInvoiceWrites(app, simulation);
  registerSubscriptions(app, simulation);
  registerCatalog(app, simulation);
  registerPaymentLinks(app, simulation);
  registerWebhookSubscriptions(app, simulation);
  app.all("*", (context) => {
    const { errors } = new SquareApiError("NOT_FOUND", "Resource not found.");
    return context.json({ errors }, 404);
  });
}
