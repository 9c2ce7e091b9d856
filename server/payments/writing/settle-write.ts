import { replaceInstallments } from "#domain/invoices/drafts/draft-schedule.ts";
import { recordSquareAuditEntries } from "#server/database/audit-log.ts";
import type { Query } from "#server/database/database.ts";
import type { InvoiceWriter, WriteOutcome, WriteStep } from "#server/payments/invoice-writer.ts";
import type { ProviderContext } from "#server/payments/payment-context.ts";
import { ProviderError } from "#server/payments/provider-error.ts";
import { DraftProblemError } from "#server/payments/writing/draft-problem-error.ts";
import type { StoredDraft } from "#server/payments/writing/draft-state.ts";
import {
  type PendingWrite,
  recordOutcome,
  recordRejection,
  recordSending,
} from "#server/payments/writing/stored-writes.ts";

/** Square does not document how long it remembers keys. Within this time, a request is repeated with its key. */
const KEY_LIFETIME_MS = 60 * 60_000;
/** Square usually lists a new object within a minute. This long after the last request, a missing one was not created. */
const OUTCOME_CERTAIN_AFTER_MS = 10 * 60_000;
/** Steps that change an existing invoice or order. Its status shows whether they were applied. */
const CHANGES: ReadonlySet<WriteStep> = new Set([
  "publish_invoice",
  "cancel_invoice",
  "delete_invoice",
  "cancel_order",
]);

/**
 * Sends a stored write and stores its outcome. If it was sent before, checks Square first, or repeats it with the same key
 * and body, so that nothing is created twice.
 * @throws {ProviderError} if the outcome is still unknown, or Square limits requests. `retryAfterMs` is the time until
 *   the outcome is certain
 * @throws {DraftProblemError} if Square rejected the write
 */
export async function settleWrite(
  context: ProviderContext,
  writer: InvoiceWriter,
  draft: StoredDraft,
  write: PendingWrite,
): Promise<void> {
  const { database, now } = context;
  if (write.sendCount > 0) {
    const isKeyFresh = write.sentAt !== null && now().getTime() - write.sentAt.getTime() < KEY_LIFETIME_MS;
    if (CHANGES.has(write.step) || !isKeyFresh) {
      const found = await writer.find(write);
      if (found) {
        await storeOutcome(context, draft, write, found);
        return;
      }
    }
    if (!isKeyFresh) {
      const certainAt = (write.lastSentAt?.getTime() ?? 0) + OUTCOME_CERTAIN_AFTER_MS;
      const remainingMs = certainAt - now().getTime();
      if (remainingMs > 0) {
        // The last request may still arrive, or Square does not list the object yet.
        throw new ProviderError("unsettled", { retryAfterMs: remainingMs });
      }
      await database.bypassPolicies({ reason: "store the outcome of a write to Square" }, (query) =>
        recordRejection(query, write.id, "NOT_APPLIED", now()),
      );
      return;
    }
  }
  await database.bypassPolicies({ reason: "record that a write is sent to Square" }, (query) =>
    recordSending(query, write.id, now()),
  );
  let outcome: WriteOutcome;
  try {
    outcome = await writer.send(write);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.hasUnknownOutcome || error.kind === "rate-limited") {
      throw error;
    }
    // The change may have been applied by an earlier request, or by the merchant in Square.
    const found = CHANGES.has(write.step) ? await writer.find(write) : null;
    if (!found) {
      await handleRejection(context, draft, write, { error, writer });
      return;
    }
    outcome = found;
  }
  await storeOutcome(context, draft, write, outcome);
}

/** Stores the outcome and the ids that later steps require, in one transaction. */
async function storeOutcome(
  { database, now }: ProviderContext,
  draft: StoredDraft,
  write: PendingWrite,
  outcome: WriteOutcome,
): Promise<void> {
  await database.bypassPolicies({ reason: "store the outcome of a write to Square" }, async (query) => {
    if (!(await recordOutcome(query, write.id, outcome, now()))) {
      return;
    }
    if (write.revision === draft.revision) {
      await storeIds(query, draft, write.step, outcome);
    }
    await recordSquareAuditEntries(query, [
      {
        action: "update",
        table: "invoice_drafts",
        rowId: draft.id,
        after: { write: write.step, square_id: outcome.id },
      },
    ]);
  });
}

async function storeIds(
  query: Query,
  draft: StoredDraft,
  step: WriteStep,
  { id, version }: WriteOutcome,
): Promise<void> {
  switch (step) {
    case "create_customer":
      // Another client may have this customer since a merge.
      await query(
        `update public.clients set square_customer_id = $2
          where id = $1 and square_customer_id is null
            and not exists (select from public.clients as other where other.square_customer_id = $2)`,
        [draft.client_id, id],
      );
      await query("update public.invoice_drafts set square_customer_id = $2 where id = $1", [draft.id, id]);
      return;
    case "create_order":
      await query("update public.invoice_drafts set square_order_id = $2 where id = $1", [draft.id, id]);
      return;
    case "create_invoice":
      await query(
        "update public.invoice_drafts set square_invoice_id = $2, square_version = $3 where id = $1",
        [draft.id, id, version],
      );
      return;
    case "publish_invoice":
    case "cancel_invoice":
      await query("update public.invoice_drafts set square_version = $2 where id = $1", [draft.id, version]);
      return;
    case "delete_invoice":
      await query(
        "update public.invoice_drafts set status = 'deleted', requested_status = 'deleted' where id = $1",
        [draft.id],
      );
      return;
    case "cancel_order":
  }
}

/** Stores that Square has not applied the write. @throws {DraftProblemError} unless the next step can continue */
async function handleRejection(
  context: ProviderContext,
  draft: StoredDraft,
  write: PendingWrite,
  { error, writer }: { error: ProviderError; writer: InvoiceWriter },
): Promise<void> {
  const { database, now } = context;
  const problem = toDraftProblem(error, write, draft);
  // Reads Square before the outcome is stored, so that both are repeated after an outage.
  const hasEnded = problem.problem === "previous_in_square" && !(await isDraftInSquare(writer, write));
  const code = error.rejection?.code ?? error.kind;
  context.log.warn({ err: error, draft: draft.id, step: write.step, code }, "Square rejected a write");
  await database.bypassPolicies({ reason: "store the outcome of a write to Square" }, async (query) => {
    await recordRejection(query, write.id, code, now());
    if (error.kind === "plan-required") {
      await query(
        "update private.provider_connections set installments_rejected_at = $2 where merchant_id = $1",
        [write.merchantId, now()],
      );
      await storeReplacedInstallments(query, draft);
    }
    if (error.kind === "permission-missing") {
      // The stored scopes are outdated, so that the settings offer to reconnect.
      await query(
        `update private.provider_connections
            set scopes = array(select scope from unnest(scopes) as scope where scope not like '%\\_WRITE')
          where merchant_id = $1 and revoked_at is null`,
        [write.merchantId],
      );
    }
  });
  if (write.step === "cancel_order") {
    // The order stays open, which bills no one.
    return;
  }
  if (error.kind === "plan-required" && draft.payments.some(({ kind }) => kind === "installment")) {
    return;
  }
  if (hasEnded) {
    // The earlier revision was published, canceled or deleted in Square. The next step follows Square.
    return;
  }
  throw problem;
}

async function isDraftInSquare(writer: InvoiceWriter, { targetId }: PendingWrite): Promise<boolean> {
  return (await writer.getInvoice(targetId ?? ""))?.state === "draft";
}

/**
 * Replaces installments with a deposit and a balance. Publishing requires another confirmation, because the due dates
 * have changed.
 */
export async function storeReplacedInstallments(query: Query, draft: StoredDraft): Promise<void> {
  await query(
    `update public.invoice_drafts
        set payments = $2, has_replaced_installments = true,
            requested_status = case when requested_status = 'published' then 'prepared' else requested_status end
      where id = $1`,
    [draft.id, JSON.stringify(replaceInstallments(draft.payments))],
  );
}

function toDraftProblem(error: ProviderError, write: PendingWrite, draft: StoredDraft): DraftProblemError {
  const detail = error.rejection
    ? [error.rejection.code, error.rejection.field].filter(Boolean).join(", ")
    : error.message;
  switch (error.kind) {
    case "permission-missing":
      return new DraftProblemError("permission_missing", { cause: error });
    case "token-expired":
    case "access-revoked":
    case "not-authorized":
    case "tokens-unreadable":
      return new DraftProblemError("not_connected", { cause: error });
  }
  if (write.step === "delete_invoice" && write.revision < draft.revision) {
    return new DraftProblemError("previous_in_square", { detail, cause: error });
  }
  switch (error.kind) {
    case "version-conflict":
      return new DraftProblemError("changed_in_square", { endsRequest: true, cause: error });
    case "not-found":
      return CHANGES.has(write.step)
        ? new DraftProblemError("deleted_in_square", { cause: error })
        : new DraftProblemError("rejected", { detail, cause: error });
    default:
      return write.step === "cancel_invoice"
        ? new DraftProblemError("not_cancelable", { detail, endsRequest: true, cause: error })
        : new DraftProblemError("rejected", { detail, cause: error });
  }
}
