import { administratorRoutes } from "#server/api/admin/administrators.ts";
import { bookingRoutes } from "#server/api/admin/bookings.ts";
import { clientAccountRoutes } from "#server/api/admin/clients/account.ts";
import { clientRoutes } from "#server/api/admin/clients/clients.ts";
import { clientRateRoutes } from "#server/api/admin/clients/rates.ts";
import { deleteDocumentRoutes } from "#server/api/admin/documents/delete-document.ts";
import { uploadDocumentRoutes } from "#server/api/admin/documents/upload-document.ts";
import { emailRoutes } from "#server/api/admin/emails.ts";
import { firmSettingsRoutes } from "#server/api/admin/firm-settings.ts";
import { inquiryRoutes } from "#server/api/admin/inquiries.ts";
import { invoiceAssignmentRoutes } from "#server/api/admin/invoices/assign-invoices.ts";
import { linkInvoiceRoutes } from "#server/api/admin/invoices/link-invoices.ts";
import { jobRoutes } from "#server/api/admin/jobs.ts";
import { privacyRoutes } from "#server/api/admin/privacy.ts";
import { signInAttemptRoutes } from "#server/api/admin/sign-in-attempts.ts";
import { adminSquareRoutes } from "#server/api/admin/square.ts";
import { tierRoutes } from "#server/api/admin/tiers.ts";
import { createAdminGroup } from "#server/api/route-groups.ts";
import type { Services } from "#server/services.ts";

/** All routes under `/api/admin`. */
export function createAdminApi(services: Services) {
  return createAdminGroup(services)
    .route("/", linkInvoiceRoutes(services))
    .route("/", clientRateRoutes(services))
    .route("/", clientRoutes(services))
    .route("/", clientAccountRoutes(services))
    .route("/", bookingRoutes(services))
    .route("/", inquiryRoutes(services))
    .route("/", invoiceAssignmentRoutes(services))
    .route("/", adminSquareRoutes(services))
    .route("/", uploadDocumentRoutes(services))
    .route("/", deleteDocumentRoutes(services))
    .route("/", administratorRoutes(services))
    .route("/", firmSettingsRoutes(services))
    .route("/", jobRoutes(services))
    .route("/", emailRoutes(services))
    .route("/", privacyRoutes(services))
    .route("/", signInAttemptRoutes(services))
    .route("/", tierRoutes(services));
}

/** The type of the routes, for `hono/client` in app/api. */
export type AdminApi = ReturnType<typeof createAdminApi>;
