import { z } from "zod";
import { limitTransactions } from "#server/database/limit-transactions.ts";
import type { JobHandler } from "#server/jobs/queue/job.ts";
import { renewTokenIfDue } from "#server/payments/connection/account-access.ts";
import type { PaymentContext } from "#server/payments/payment-context.ts";
import { settlePlanEnding } from "#server/payments/plans/settle-plan-ending.ts";
import { recomputeOverdue } from "#server/payments/sync/recompute-overdue.ts";
import { runSync } from "#server/payments/sync/run-sync.ts";
import { startScheduledComparison } from "#server/payments/sync/start-sync.ts";
import { processWebhookEvent } from "#server/payments/webhooks/process-webhook-event.ts";
import { advanceDraft } from "#server/payments/writing/advance-draft.ts";

const SyncPayloadSchema = z.object({ runId: z.uuid() });
const WebhookEventPayloadSchema = z.object({ eventId: z.string(), isReplay: z.boolean().optional() });
const DraftPayloadSchema = z.object({ draftId: z.guid() });
const PlanEndingPayloadSchema = z.object({ planEndingId: z.guid() });

/** Leaves most database connections to HTTP requests while many events are processed concurrently. */
const MAX_EVENT_TRANSACTIONS = 8;

type PaymentJobName =
  | "run-sync"
  | "process-webhook-event"
  | "recompute-overdue"
  | "reconcile-square"
  | "refresh-provider-token"
  | "advance-invoice-draft"
  | "settle-plan-ending";

/** Creates the payments module's job handlers, keyed by job name. */
export function createPaymentJobs(payments: PaymentContext): Record<PaymentJobName, JobHandler> {
  const eventContext = {
    ...payments,
    database: limitTransactions(payments.database, MAX_EVENT_TRANSACTIONS),
  };
  return {
    "run-sync": (payload, attempt) => runSync(payments, SyncPayloadSchema.parse(payload).runId, attempt),
    "process-webhook-event": (payload) => {
      const { eventId, isReplay } = WebhookEventPayloadSchema.parse(payload);
      return processWebhookEvent(eventContext, eventId, isReplay);
    },
    "recompute-overdue": () => recomputeOverdue(payments),
    "advance-invoice-draft": (payload, attempt) =>
      advanceDraft(payments, DraftPayloadSchema.parse(payload).draftId, attempt),
    "settle-plan-ending": (payload, attempt) =>
      settlePlanEnding(payments, PlanEndingPayloadSchema.parse(payload).planEndingId, attempt),
    "reconcile-square": () => startScheduledComparison(payments),
    // Runs daily, so that a failed renewal is retried well before the token expires.
    "refresh-provider-token": () => renewTokenIfDue(payments),
  };
}
