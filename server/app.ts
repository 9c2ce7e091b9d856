import { Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { adminAdministrators } from "#server/api/admin-administrators.ts";
import { adminBookings } from "#server/api/admin-bookings.ts";
import { adminClientAccount } from "#server/api/admin-client-account.ts";
import { adminClients } from "#server/api/admin-clients.ts";
import { adminFirm } from "#server/api/admin-firm.ts";
import { adminInquiries } from "#server/api/admin-inquiries.ts";
import { adminInvoices } from "#server/api/admin-invoices.ts";
import { adminJobs } from "#server/api/admin-jobs.ts";
import { adminJobsMails } from "#server/api/admin-jobs-mails.ts";
import { adminPrivacy } from "#server/api/admin-privacy.ts";
import { adminSignInAttempts } from "#server/api/admin-sign-in-attempts.ts";
import { adminSquare } from "#server/api/admin-square.ts";
import { adminTiers } from "#server/api/admin-tiers.ts";
import { contactEndpoint } from "#server/api/contact.ts";
import { deleteDocument } from "#server/api/delete-document.ts";
import { documentBytes } from "#server/api/document-bytes.ts";
import { documentLink } from "#server/api/document-link.ts";
import { linkInvoices } from "#server/api/link-invoices.ts";
import { mailBounce } from "#server/api/mail-bounce.ts";
import { metricsEndpoint } from "#server/api/metrics.ts";
import { oauthSquare } from "#server/api/oauth-square.ts";
import { ownSessions } from "#server/api/own-sessions.ts";
import { publicConfig } from "#server/api/public-config.ts";
import { squareWebhook } from "#server/api/square-webhook.ts";
import { syncInvoices } from "#server/api/sync-invoices.ts";
import { updateClientRates } from "#server/api/update-client-rates.ts";
import { uploadDocument } from "#server/api/upload-document.ts";
import { answerError } from "#server/errors.ts";
import type { Metrics } from "#server/metrics.ts";
import { keptByNobody, leastHeaders, plainPageHeaders } from "#server/security-headers.ts";
import type { Services } from "#server/services.ts";
import { requestIds } from "#server/work-context.ts";

/** The parts of the address space that the product does not own itself. */
export type AppParts = {
  metrics: Metrics;
  health: Hono;
  /** `/auth/v1` and `/rest/v1`, unless a hosted project serves them. */
  backend?: Hono;
  /** `/square-simulator`, in simulator mode. */
  simulator?: Hono;
  /** `/dev/mail`, in the demonstration. */
  devMail?: Hono;
  /** Everything a browser shows. */
  pages: Hono;
};

/** Every address of the product in one app. */
export function createApp(services: Services, parts: AppParts): Hono {
  const app = new Hono();
  app.onError(answerError(services.log));
  app.use(requestIds(), parts.metrics.observe, leastHeaders(services.config));
  // The rest of a body too large is not read: its sender is told to put the next request on a new connection.
  app.use(async (context, next) => {
    await next();
    if (context.res.status === 413) context.res.headers.set("Connection", "close");
  });
  app.route("/", parts.health);
  app.route("/", metricsEndpoint(parts.metrics, services.config.metricsToken));
  if (parts.backend) app.route("/", parts.backend);
  if (parts.simulator) app.route("/square-simulator", parts.simulator);
  app.route("/", api(services));
  if (parts.devMail) app.route("/", parts.devMail);
  app.route("/", parts.pages);
  return app;
}

function api(services: Services): Hono {
  const app = new Hono();
  app.onError(answerError(services.log));
  // Before the headers below: what a document's bytes may do is said with them.
  app.route("/", documentBytes(services));
  app.use("/api/*", keptByNobody(), plainPageHeaders(services.config));
  // Other answers of the API are data: nothing in them may run, frame or be kept.
  app.use(
    "/api/*",
    secureHeaders({
      contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], formAction: ["'none'"] },
      crossOriginResourcePolicy: "same-origin",
      referrerPolicy: "no-referrer",
      // Said for every answer, by leastHeaders.
      strictTransportSecurity: false,
    }),
  );
  app.route("/", publicConfig(services));
  app.route("/", contactEndpoint(services));
  app.route("/", oauthSquare(services));
  app.route("/", syncInvoices(services));
  app.route("/", squareWebhook(services));
  app.route("/", mailBounce(services));
  app.route("/", linkInvoices(services));
  app.route("/", updateClientRates(services));
  app.route("/", adminClients(services));
  app.route("/", adminClientAccount(services));
  app.route("/", adminBookings(services));
  app.route("/", adminInquiries(services));
  app.route("/", adminInvoices(services));
  app.route("/", adminSquare(services));
  app.route("/", uploadDocument(services));
  app.route("/", deleteDocument(services));
  app.route("/", documentLink(services));
  app.route("/", adminAdministrators(services));
  app.route("/", adminFirm(services));
  app.route("/", adminJobs(services));
  app.route("/", adminJobsMails(services));
  app.route("/", adminPrivacy(services));
  app.route("/", adminSignInAttempts(services));
  app.route("/", adminTiers(services));
  app.route("/", ownSessions(services));
  app.all("/api/*", (context) =>
    context.json({ success: false, error: "There is nothing at this address.", code: "not_found" }, 404),
  );
  return app;
}
