import type { JobAttempt } from "#server/jobs/queue/job.ts";
import type { PaymentContext } from "#server/payments/payment-context.ts";
import { readWritingSettings } from "#server/payments/writing/writing-settings.ts";

/** Sends the writes to Square that a draft's requested status requires. Stops and stores a problem if it cannot. */
export async function advanceDraft(
  context: PaymentContext,
  draftId: string,
  _attempt?: JobAttempt,
): Promise<void> {
  await context.database.bypassPolicies({ reason: "store a problem of an invoice draft" }, async (query) => {
    const { isEnabled } = await readWritingSettings(query, context);
    await query(
      `update public.invoice_drafts set problem = $2, problem_at = $3
        where id = $1 and status <> requested_status`,
      [draftId, isEnabled ? "not_connected" : "writing_off", context.now()],
    );
  });
}
