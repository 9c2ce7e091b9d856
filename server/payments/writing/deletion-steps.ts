import { formatDollars } from "#domain/money/money.ts";
import type { ProviderContext } from "#server/payments/payment-context.ts";
import type { ProviderAccount } from "#server/payments/payment-provider.ts";
import { DraftProblemError } from "#server/payments/writing/draft-problem-error.ts";
import type { StoredDraft } from "#server/payments/writing/draft-state.ts";
import { followSquare } from "#server/payments/writing/read-unpublished.ts";
import {
  requireVersion,
  storeChange,
  storeNext,
  storeRecipient,
} from "#server/payments/writing/store-next.ts";
import { resolveDeletion, storeWrite } from "#server/payments/writing/stored-writes.ts";

/** Stores that nothing of the draft is left in Square. */
export async function finishDeletion(
  { database }: Pick<ProviderContext, "database">,
  draftId: string,
): Promise<void> {
  await database.bypassPolicies({ reason: "finish deleting a draft invoice" }, (query) =>
    query("update public.invoice_drafts set status = 'deleted' where id = $1", [draftId]),
  );
}

/**
 * Deletes the version of the draft that was stored last.
 * @throws {DraftProblemError} if it was changed in Square
 */
export async function storeDeletion(context: ProviderContext, account: ProviderAccount, draft: StoredDraft) {
  const invoice = await account.writer.getInvoice(draft.square_invoice_id ?? "");
  if (invoice && invoice.state !== "draft") {
    await followSquare(context, account, draft, invoice);
    return;
  }
  if (invoice && invoice.version !== requireVersion(draft)) {
    await storeNext(context, draft, (query) => storeRecipient(query, draft, invoice));
    throw new DraftProblemError("changed_in_square", { endsRequest: true });
  }
  await storeChange(context, draft, "delete_invoice", requireVersion(draft), account);
}

/**
 * Deletes the invoice of an earlier revision, after the first attempt failed. If it was published, it becomes the invoice
 * of the draft, so that the client is not billed twice.
 */
export async function storePreviousDeletion(
  context: ProviderContext,
  account: ProviderAccount,
  draft: StoredDraft,
): Promise<void> {
  const { writer } = account;
  const targetId = draft.previous_invoice_id ?? "";
  const previous = await writer.getInvoice(targetId);
  if (previous && previous.state !== "draft" && previous.state !== "canceled") {
    const orderId = await readOrderId(context, draft.id, targetId);
    await followSquare(
      context,
      account,
      { ...draft, square_order_id: orderId, square_invoice_id: targetId },
      { ...previous, detail: `The client has an earlier version for ${formatDollars(previous.totalCents)}.` },
    );
    return;
  }
  await storeNext(context, draft, async (query) => {
    if (previous?.state !== "draft") {
      await resolveDeletion(query, draft.id, targetId, context.now());
      return;
    }
    const [failed] = await query(
      `select merchant_id, revision from private.square_writes
        where draft_id = $1 and target_id = $2 and step = 'delete_invoice' limit 1`,
      [draft.id, targetId],
    );
    if (failed) {
      await storeWrite(query, {
        draft: { ...draft, revision: failed.revision },
        step: "delete_invoice",
        merchantId: failed.merchant_id,
        targetId,
        buildRequest: (key) => writer.buildVersionRequest(previous.version, key),
      });
    }
  });
}

/** The order of an invoice that a revision of the draft created. */
function readOrderId(
  { database }: ProviderContext,
  draftId: string,
  invoiceId: string,
): Promise<string | null> {
  return database.bypassPolicies({ reason: "read a draft invoice" }, async (query) => {
    const [order] = await query(
      `select created.square_id from private.square_writes as created
         join private.square_writes as invoice
           on invoice.draft_id = created.draft_id and invoice.revision = created.revision
          and invoice.step = 'create_invoice' and invoice.square_id = $2
        where created.draft_id = $1 and created.step = 'create_order' and created.status = 'done'`,
      [draftId, invoiceId],
    );
    return order?.square_id ?? null;
  });
}
