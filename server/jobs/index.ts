import { brand } from "#brand";
import type { EmailTransport } from "#server/email/transport.ts";
import { createApplyRetentionPeriodsJob } from "#server/jobs/cleanup/apply-retention-periods.ts";
import { createRemoveExpiredJob } from "#server/jobs/cleanup/remove-expired.ts";
import { createRemoveOldDownloadsJob } from "#server/jobs/cleanup/remove-old-downloads.ts";
import { createRemoveOldEventsJob } from "#server/jobs/cleanup/remove-old-events.ts";
import { createSweepFilesJob } from "#server/jobs/cleanup/sweep-files.ts";
import { createCompleteProposalJob } from "#server/jobs/complete-proposal.ts";
import { createExpireHoldsJob } from "#server/jobs/consultations/expire-holds.ts";
import { createReadCalendarFeedsJob } from "#server/jobs/consultations/read-calendar-feeds.ts";
import { createRemindOfConsultationsJob } from "#server/jobs/consultations/remind-of-consultations.ts";
import { createAnnounceBookingsJob } from "#server/jobs/email/announce-bookings.ts";
import { createAnnounceDocumentsJob } from "#server/jobs/email/announce-documents.ts";
import { createAnnounceFindingsJob } from "#server/jobs/email/announce-findings.ts";
import { createAnnounceInvoicesJob } from "#server/jobs/email/announce-invoices.ts";
import { createAnnounceMeetingsJob } from "#server/jobs/email/announce-meetings.ts";
import { createAnnounceMessagesJob } from "#server/jobs/email/announce-messages.ts";
import { createAnnouncePaymentsJob } from "#server/jobs/email/announce-payments.ts";
import { createAnnouncePeopleJob } from "#server/jobs/email/announce-people.ts";
import { createAnnouncePlansJob } from "#server/jobs/email/announce-plans.ts";
import { createAnnounceProjectsJob } from "#server/jobs/email/announce-projects.ts";
import { createAnnounceProposalsJob } from "#server/jobs/email/announce-proposals.ts";
import { createAnnounceSignInsJob } from "#server/jobs/email/announce-sign-ins.ts";
import { createSendEmailJob } from "#server/jobs/email/send-email.ts";
import { createExpireProposalsJob } from "#server/jobs/expire-proposals.ts";
import { createExpireRiskAcceptancesJob } from "#server/jobs/expire-risk-acceptances.ts";
import { createGenerateReportJob } from "#server/jobs/generate-report.ts";
import { createPaymentJobs } from "#server/jobs/payment-jobs.ts";
import { createPreparePlannedInvoicesJob } from "#server/jobs/prepare-planned-invoices.ts";
import type { JobHandler, JobName } from "#server/jobs/queue/job.ts";
import { createScanDocumentsJob } from "#server/jobs/scan-documents.ts";
import type { Services } from "#server/services.ts";

/** Creates the handlers for all jobs, keyed by job name. */
export function createJobHandlers(
  services: Services,
  transport: EmailTransport,
  removeExpiredSessions: () => Promise<unknown>,
): Record<JobName, JobHandler> {
  const from = services.config.email.from ?? `${brand.name} <${brand.contactEmail}>`;
  const sender = { name: brand.name, publicUrl: services.config.publicUrl };
  return {
    "send-email": createSendEmailJob(services, { transport, from, sender }),
    "announce-bookings": createAnnounceBookingsJob(services),
    "announce-findings": createAnnounceFindingsJob(services),
    "announce-messages": createAnnounceMessagesJob(services),
    "announce-people": createAnnouncePeopleJob(services),
    "announce-plans": createAnnouncePlansJob(services),
    "announce-invoices": createAnnounceInvoicesJob(services),
    "announce-payments": createAnnouncePaymentsJob(services),
    "announce-documents": createAnnounceDocumentsJob(services),
    "announce-projects": createAnnounceProjectsJob(services),
    "announce-meetings": createAnnounceMeetingsJob(services),
    "announce-proposals": createAnnounceProposalsJob(services),
    "announce-sign-ins": createAnnounceSignInsJob(services),
    ...createPaymentJobs(services.payments),
    "remind-of-consultations": createRemindOfConsultationsJob(services),
    "expire-holds": createExpireHoldsJob(services),
    "read-calendar-feeds": createReadCalendarFeedsJob(services),
    "expire-risk-acceptances": createExpireRiskAcceptancesJob(services),
    "complete-proposal": createCompleteProposalJob(services),
    "expire-proposals": createExpireProposalsJob(services),
    "prepare-planned-invoices": createPreparePlannedInvoicesJob(services.payments),
    "generate-report": createGenerateReportJob(services),
    "scan-documents": createScanDocumentsJob(services),
    "sweep-files": createSweepFilesJob(services),
    "remove-old-events": createRemoveOldEventsJob(services),
    "remove-expired": createRemoveExpiredJob(services, removeExpiredSessions),
    "remove-old-downloads": createRemoveOldDownloadsJob(services),
    "apply-retention-periods": createApplyRetentionPeriodsJob(services),
  };
}
