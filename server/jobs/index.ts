import { brand } from "#brand";
import type { MailTransport } from "#server/email/transport.ts";
import { announceBookings } from "#server/jobs/announce-bookings.ts";
import { announceInvoices } from "#server/jobs/announce-invoices.ts";
import { announceMessages } from "#server/jobs/announce-messages.ts";
import type { Job } from "#server/jobs/job.ts";
import { keepRetentionPeriods } from "#server/jobs/keep-retention-periods.ts";
import { processWebhookEvent } from "#server/jobs/process-webhook-event.ts";
import { recomputeOverdue } from "#server/jobs/recompute-overdue.ts";
import { reconcileSquare } from "#server/jobs/reconcile-square.ts";
import { refreshProviderToken } from "#server/jobs/refresh-provider-token.ts";
import { removeExpired } from "#server/jobs/remove-expired.ts";
import { removeOldDownloads } from "#server/jobs/remove-old-downloads.ts";
import { removeOldEvents } from "#server/jobs/remove-old-events.ts";
import { runSync } from "#server/jobs/run-sync.ts";
import { scanDocuments } from "#server/jobs/scan-documents.ts";
import { sendMail } from "#server/jobs/send-mail.ts";
import { sweepLeftFiles } from "#server/jobs/sweep-files.ts";
import type { Services } from "#server/services.ts";

/** Every job by the name it is queued under. */
export function tasksOf(
  services: Services,
  mail: MailTransport,
  removeExpiredSessions: () => Promise<unknown>,
): Record<string, Job> {
  const from = services.config.mail.from ?? `${brand.name} <${brand.contactEmail}>`;
  return {
    "send-mail": sendMail(services, mail, from, { name: brand.name, publicUrl: services.config.publicUrl }),
    "announce-bookings": announceBookings(services),
    "announce-messages": announceMessages(services),
    "announce-invoices": announceInvoices(services),
    "run-sync": runSync(services),
    "process-webhook-event": processWebhookEvent(services),
    "recompute-overdue": recomputeOverdue(services),
    "reconcile-square": reconcileSquare(services),
    "remove-old-events": removeOldEvents(services),
    "refresh-provider-token": refreshProviderToken(services),
    "remove-expired": removeExpired(services, removeExpiredSessions),
    "remove-old-downloads": removeOldDownloads(services),
    "scan-documents": scanDocuments(services),
    "sweep-files": sweepLeftFiles(services),
    "keep-retention-periods": keepRetentionPeriods(services),
  };
}
