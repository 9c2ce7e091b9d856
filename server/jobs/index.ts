import { brand } from "#brand";
import type { EmailTransport } from "#server/email/transport.ts";
import { applyRetentionPeriodsJob } from "#server/jobs/cleanup/apply-retention-periods.ts";
import { removeExpiredJob } from "#server/jobs/cleanup/remove-expired.ts";
import { removeOldDownloadsJob } from "#server/jobs/cleanup/remove-old-downloads.ts";
import { removeOldEventsJob } from "#server/jobs/cleanup/remove-old-events.ts";
import { sweepFilesJob } from "#server/jobs/cleanup/sweep-files.ts";
import { announceBookingsJob } from "#server/jobs/email/announce-bookings.ts";
import { announceInvoicesJob } from "#server/jobs/email/announce-invoices.ts";
import { announceMessagesJob } from "#server/jobs/email/announce-messages.ts";
import { sendEmailJob } from "#server/jobs/email/send-email.ts";
import { createPaymentJobs } from "#server/jobs/payment-jobs.ts";
import type { JobHandler, JobName } from "#server/jobs/queue/job.ts";
import { scanDocumentsJob } from "#server/jobs/scan-documents.ts";
import type { Services } from "#server/services.ts";

/** Returns the handler of every job. */
export function createJobHandlers(
  services: Services,
  transport: EmailTransport,
  removeExpiredSessions: () => Promise<unknown>,
): Record<JobName, JobHandler> {
  const from = services.config.email.from ?? `${brand.name} <${brand.contactEmail}>`;
  const sender = { name: brand.name, publicUrl: services.config.publicUrl };
  return {
    "send-email": sendEmailJob(services, { transport, from, sender }),
    "announce-bookings": announceBookingsJob(services),
    "announce-messages": announceMessagesJob(services),
    "announce-invoices": announceInvoicesJob(services),
    ...createPaymentJobs(services.payments),
    "scan-documents": scanDocumentsJob(services),
    "sweep-files": sweepFilesJob(services),
    "remove-old-events": removeOldEventsJob(services),
    "remove-expired": removeExpiredJob(services, removeExpiredSessions),
    "remove-old-downloads": removeOldDownloadsJob(services),
    "apply-retention-periods": applyRetentionPeriodsJob(services),
  };
}
