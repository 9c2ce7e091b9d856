import { createAccountingRoutes } from "#server/api/admin/accounting.ts";
import { createAdministratorRoutes } from "#server/api/admin/administrators.ts";
import { createBookingRoutes } from "#server/api/admin/bookings.ts";
import { createClientAccountRoutes } from "#server/api/admin/clients/account.ts";
import { createClientRoutes } from "#server/api/admin/clients/clients.ts";
import { createClientRateRoutes } from "#server/api/admin/clients/rates.ts";
import { createConsultationRoutes } from "#server/api/admin/consultations.ts";
import { createDeleteDocumentRoutes } from "#server/api/admin/documents/delete-document.ts";
import { createDocumentSettingsRoutes } from "#server/api/admin/documents/document-settings.ts";
import { createShareDocumentRoutes } from "#server/api/admin/documents/share-document.ts";
import { createUploadDocumentRoutes } from "#server/api/admin/documents/upload-document.ts";
import { createEmailRoutes } from "#server/api/admin/emails.ts";
import { createDeadlineRoutes } from "#server/api/admin/findings/deadlines.ts";
import { createFindingRoutes } from "#server/api/admin/findings/findings.ts";
import { createImportRoutes } from "#server/api/admin/findings/imports.ts";
import { createReportRoutes } from "#server/api/admin/findings/reports.ts";
import { createRetestRoutes } from "#server/api/admin/findings/retests.ts";
import { createTemplateRoutes } from "#server/api/admin/findings/templates.ts";
import { createFirmSettingsRoutes } from "#server/api/admin/firm-settings.ts";
import { createInquiryRoutes } from "#server/api/admin/inquiries.ts";
import { createInvoiceAssignmentRoutes } from "#server/api/admin/invoices/assign-invoices.ts";
import { createInvoiceDraftRoutes } from "#server/api/admin/invoices/invoice-drafts.ts";
import { createInvoiceReminderRoutes } from "#server/api/admin/invoices/invoice-reminders.ts";
import { createLinkInvoiceRoutes } from "#server/api/admin/invoices/link-invoices.ts";
import { createJobRoutes } from "#server/api/admin/jobs.ts";
import { createPlanEndingRoutes } from "#server/api/admin/plan-endings.ts";
import { createPlanRequestRoutes } from "#server/api/admin/plan-requests.ts";
import { createPrivacyRoutes } from "#server/api/admin/privacy.ts";
import { createMilestoneRoutes } from "#server/api/admin/proposals/milestones.ts";
import { createPipelineRoutes } from "#server/api/admin/proposals/pipeline.ts";
import { createProposalRoutes } from "#server/api/admin/proposals/proposals.ts";
import { createProposalTemplateRoutes } from "#server/api/admin/proposals/templates.ts";
import { createFeedRoutes } from "#server/api/admin/scheduling/feeds.ts";
import { createHostRoutes } from "#server/api/admin/scheduling/hosts.ts";
import { createSchedulingSettingsRoutes } from "#server/api/admin/scheduling/settings.ts";
import { createSignInAttemptRoutes } from "#server/api/admin/sign-in-attempts.ts";
import { createAdminSquareRoutes } from "#server/api/admin/square.ts";
import { createTierRoutes } from "#server/api/admin/tiers.ts";
import { createUnmatchedSubscriptionRoutes } from "#server/api/admin/unmatched-subscriptions.ts";
import { createAdminGroup } from "#server/api/route-groups.ts";
import type { Services } from "#server/services.ts";

/** All routes under `/api/admin`. */
export function createAdminApi(services: Services) {
  return createAdminGroup(services)
    .route("/", createLinkInvoiceRoutes(services))
    .route("/", createClientRateRoutes(services))
    .route("/", createClientRoutes(services))
    .route("/", createClientAccountRoutes(services))
    .route("/", createBookingRoutes(services))
    .route("/", createInquiryRoutes(services))
    .route("/", createInvoiceAssignmentRoutes(services))
    .route("/", createInvoiceReminderRoutes(services))
    .route("/", createInvoiceDraftRoutes(services))
    .route("/", createAdminSquareRoutes(services))
    .route("/", createUploadDocumentRoutes(services))
    .route("/", createDocumentSettingsRoutes(services))
    .route("/", createDeleteDocumentRoutes(services))
    .route("/", createShareDocumentRoutes(services))
    .route("/", createAdministratorRoutes(services))
    .route("/", createFirmSettingsRoutes(services))
    .route("/", createJobRoutes(services))
    .route("/", createEmailRoutes(services))
    .route("/", createPrivacyRoutes(services))
    .route("/", createSignInAttemptRoutes(services))
    .route("/", createTierRoutes(services))
    .route("/", createPlanRequestRoutes(services))
    .route("/", createPlanEndingRoutes(services))
    .route("/", createUnmatchedSubscriptionRoutes(services))
    .route("/", createAccountingRoutes(services))
    .route("/", createFindingRoutes(services))
    .route("/", createRetestRoutes(services))
    .route("/", createImportRoutes(services))
    .route("/", createTemplateRoutes(services))
    .route("/", createDeadlineRoutes(services))
    .route("/", createReportRoutes(services))
    .route("/", createProposalRoutes(services))
    .route("/", createProposalTemplateRoutes(services))
    .route("/", createMilestoneRoutes(services))
    .route("/", createPipelineRoutes(services))
    .route("/", createConsultationRoutes(services))
    .route("/", createSchedulingSettingsRoutes(services))
    .route("/", createHostRoutes(services))
    .route("/", createFeedRoutes(services));
}

/** Route types for `hono/client` in app/api. */
export type AdminApi = ReturnType<typeof createAdminApi>;
