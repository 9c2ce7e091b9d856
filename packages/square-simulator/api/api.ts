import type { Hono } from "hono";
import type { Simulation } from "../simulation.ts";
import { catalogEndpoints } from "./catalog.ts";
import { customerEndpoints } from "./customers.ts";
import { invoiceWriteEndpoints } from "./invoice-writes.ts";
import { invoiceEndpoints } from "./invoices.ts";
import { oauthEndpoints } from "./oauth.ts";
import { orderEndpoints } from "./orders.ts";
import { paymentLinkEndpoints } from "./payment-links.ts";
import { paymentEndpoints } from "./payments.ts";
import { sellerEndpoints } from "./sellers.ts";
import { SquareFailure } from "./square-failure.ts";
import { subscriptionEndpoints } from "./subscriptions.ts";
import { webhookSubscriptionEndpoints } from "./webhook-subscriptions.ts";

/** The whole API; whatever else is asked for is refused in Square's shape. */
export function squareApi(app: Hono, simulation: Simulation): void {
  oauthEndpoints(app, simulation);
  sellerEndpoints(app, simulation);
  customerEndpoints(app, simulation);
  invoiceEndpoints(app, simulation);
  orderEndpoints(app, simulation);
  paymentEndpoints(app, simulation);
  invoiceWriteEndpoints(app, simulation);
  subscriptionEndpoints(app, simulation);
  catalogEndpoints(app, simulation);
  paymentLinkEndpoints(app, simulation);
  webhookSubscriptionEndpoints(app, simulation);
  app.all("*", (context) => {
    const { errors } = new SquareFailure("NOT_FOUND", "Resource not found.");
    return context.json({ errors }, 404);
  });
}
