import type { DraftProblem } from "#domain/invoices/drafts/draft-problem.ts";
import { recordSquareAuditEntries } from "#server/database/audit-log.ts";
import type { JobAttempt } from "#server/jobs/queue/job.ts";
import { openAccount } from "#server/payments/connection/account-access.ts";
import type { Connection } from "#server/payments/connection/connection-store.ts";
import { hasProvider, type PaymentContext, type ProviderContext } from "#server/payments/payment-context.ts";
import { ProviderError } from "#server/payments/provider-error.ts";
import { finishDeletion } from "#server/payments/writing/deletion-steps.ts";
import { DraftProblemError } from "#server/payments/writing/draft-problem-error.ts";
import { type DraftState, readDraftState } from "#server/payments/writing/draft-state.ts";
import { runDraftStep } from "#server/payments/writing/draft-steps.ts";
import { nextStep } from "#server/payments/writing/next-step.ts";
import { queueAdvance } from "#server/payments/writing/queue-advance.ts";
import { settleWrite } from "#server/payments/writing/settle-write.ts";

/** More than the longest chain of steps, so that a mistake cannot send requests endlessly. */
const MAX_STEPS = 20;
/** After this time, an outage is shown as a problem. The job continues to retry. */
const OUTAGE_PROBLEM_MS = 10 * 60_000;

/**
 * Sends the writes that a draft's requested status requires, one at a time. Each write and each result is stored before
 * the next step, so that the job continues after a crash. Stores a problem and stops if an administrator has to act.
 * @throws errors that a retry may resolve, so that the job queue retries
 */
export async function advanceDraft(
  context: PaymentContext,
  draftId: string,
  attempt?: JobAttempt,
): Promise<void> {
  try {
    for (let step = 0; step < MAX_STEPS; step += 1) {
      if (!(await takeStep(context, draftId))) {
        return;
      }
    }
    throw new Error(`draft invoice ${draftId} did not finish in ${MAX_STEPS} steps`);
  } catch (error) {
    if (error instanceof DraftProblemError) {
      context.log.warn({ err: error, draft: draftId }, "draft invoice needs attention");
      await storeProblem(context, draftId, error);
      return;
    }
    if (error instanceof ProviderError && error.retryAfterMs !== null) {
      await postpone(context, draftId, error.retryAfterMs);
      return;
    }
    await storeLongOutage(context, draftId, attempt);
    throw error;
  }
}

/** Takes one step. @returns whether there may be another one */
async function takeStep(context: PaymentContext, draftId: string): Promise<boolean> {
  const state = await context.database.bypassPolicies({ reason: "read a draft invoice" }, (query) =>
    readDraftState(query, context, draftId),
  );
  if (!state) {
    return false;
  }
  const step = nextStep(state.draft);
  if (!state.pendingWrite && step === "none") {
    await clearOutage(context, draftId);
    return false;
  }
  const writable = findWritableAccount(context, state);
  if ("problem" in writable) {
    // An open order bills no one, so changing and deleting the draft does not require access to Square.
    const isOptional = step === "cancel_order" && !state.pendingWrite;
    if (isOptional && state.draft.requested_status === "deleted") {
      await finishDeletion(context, draftId);
      return true;
    }
    if (isOptional && state.draft.requested_status === "draft") {
      return false;
    }
    throw new DraftProblemError(writable.problem);
  }
  const { providerContext, connection } = writable;
  const account = openAccount(providerContext, connection);
  if (state.pendingWrite) {
    await settleWrite(providerContext, account.writer, state.draft, state.pendingWrite);
    return true;
  }
  await runDraftStep(providerContext, account, state, step);
  return true;
}

/** Returns the account to write to, or why invoices cannot be created or the draft belongs to another Square account. */
function findWritableAccount(
  context: PaymentContext,
  { draft, settings, connection, pendingWrite }: DraftState,
): { problem: DraftProblem } | { providerContext: ProviderContext; connection: Connection } {
  if (settings.status === "off") {
    return { problem: "writing_off" };
  }
  if (settings.status === "not-connected" || !connection || !hasProvider(context)) {
    return { problem: "not_connected" };
  }
  const merchantId = pendingWrite?.merchantId ?? draft.square_merchant_id;
  if (merchantId !== null && merchantId !== connection.merchant_id) {
    return { problem: "another_merchant" };
  }
  if (settings.status === "reconnect") {
    return { problem: "permission_missing" };
  }
  return { providerContext: context, connection };
}

/** Stores why the job stopped. A draft that was deleted in Square can be prepared again. */
async function storeProblem(
  context: PaymentContext,
  draftId: string,
  error: DraftProblemError,
): Promise<void> {
  const { problem, detail, endsRequest } = error;
  await context.database.bypassPolicies({ reason: "store a problem of a draft invoice" }, async (query) => {
    await query(
      `update public.invoice_drafts
          set problem = $2, problem_detail = $3, problem_at = $4,
              requested_status = case when $5 then status else requested_status end
        where id = $1`,
      [draftId, problem, detail, context.now(), endsRequest],
    );
    if (problem === "deleted_in_square") {
      await query(
        `update public.invoice_drafts
            set status = 'draft', requested_status = 'draft', revision = revision + 1, square_order_id = null,
                square_invoice_id = null, square_version = null
          where id = $1 and status in ('draft', 'prepared')`,
        [draftId],
      );
    }
    await recordSquareAuditEntries(query, [
      { action: "update", table: "invoice_drafts", rowId: draftId, after: { problem } },
    ]);
  });
}

/** Runs the job again when Square accepts requests, without using up an attempt. */
async function postpone(context: PaymentContext, draftId: string, delayMs: number): Promise<void> {
  const runAt = new Date(Date.now() + delayMs);
  await context.database.bypassPolicies({ reason: "postpone a draft invoice" }, async (query) => {
    const [draft] = await query("select id, client_id from public.invoice_drafts where id = $1", [draftId]);
    if (draft) {
      await queueAdvance(context, query, draft, runAt);
    }
  });
}

/** Removes an outage that a retry has resolved. */
async function clearOutage(context: PaymentContext, draftId: string): Promise<void> {
  await context.database.bypassPolicies({ reason: "clear an outage of a draft invoice" }, (query) =>
    query(
      `update public.invoice_drafts set problem = null, problem_detail = '', problem_at = null
        where id = $1 and problem = 'outage'`,
      [draftId],
    ),
  );
}

/** Shows a long outage, and one after which the queue gives up. */
async function storeLongOutage(
  context: PaymentContext,
  draftId: string,
  attempt: JobAttempt | undefined,
): Promise<void> {
  const problem: DraftProblem = "outage";
  const now = context.now();
  await context.database.bypassPolicies({ reason: "store an outage of a draft invoice" }, (query) =>
    query(
      `update public.invoice_drafts set problem = $2, problem_at = $3
        where id = $1 and problem is null and (requested_at < $4 or $5)`,
      [draftId, problem, now, new Date(now.getTime() - OUTAGE_PROBLEM_MS), attempt?.isLast ?? false],
    ),
  );
}
