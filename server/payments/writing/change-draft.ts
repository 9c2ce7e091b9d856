import type { InvoiceDraftContent, NewInvoiceDraft } from "#domain/invoices/drafts/draft-form.ts";
import { isInProgress } from "#domain/invoices/drafts/invoice-draft.ts";
import type { Query } from "#server/database/database.ts";
import { ApiError } from "#server/http/errors.ts";
import type { PaymentContext } from "#server/payments/payment-context.ts";
import { assertUnchangedInSquare } from "#server/payments/writing/assert-unchanged.ts";
import {
  hasPendingWrite,
  IN_PROGRESS,
  isPublishing,
  lockDraft,
  PUBLISHING,
  UNKNOWN_DRAFT,
} from "#server/payments/writing/draft-request.ts";
import { insertDraft, updateDraftContent } from "#server/payments/writing/draft-store.ts";
import { queueAdvance } from "#server/payments/writing/queue-advance.ts";
import { storeWrite } from "#server/payments/writing/stored-writes.ts";
import { readWritingSettings, todayAtLocation } from "#server/payments/writing/writing-settings.ts";

/** Stores a draft that an administrator creates. Nothing is sent to Square. @throws {ApiError} 400 or 404 */
export function createDraft(
  context: PaymentContext,
  draft: NewInvoiceDraft,
  adminId: string,
): Promise<string> {
  return context.database.bypassPolicies(
    { reason: "create a draft invoice", actor: adminId },
    async (query) => {
      const today = todayAtLocation(await readWritingSettings(query, context), context.now());
      const { id } = await insertDraft(query, draft, { sourceKey: null, createdBy: adminId, today });
      return id;
    },
  );
}

type DraftChange = { id: string; revision: number; content: InvoiceDraftContent; adminId: string };

/**
 * Replaces the content of a draft. Square does not allow changing the order of an invoice, so a draft that is in Square
 * is deleted there, and the next preparation creates another order and invoice.
 * @throws {ApiError} 400 if the content is not valid, 404 if the draft is unknown, 409 if it has changed here or in
 *   Square, was published or is being processed
 */
export async function changeDraft(
  context: PaymentContext,
  { id, revision, content, adminId }: DraftChange,
): Promise<void> {
  await assertUnchangedInSquare(context, id);
  await context.database.bypassPolicies(
    { reason: "change a draft invoice", actor: adminId },
    async (query) => {
      const draft = await lockChangeable(query, id);
      const today = todayAtLocation(await readWritingSettings(query, context), context.now());
      if (!(await updateDraftContent(query, id, content, { revision, today }))) {
        throw new ApiError(
          409,
          "changed",
          "Someone else has changed this invoice since you opened it. Reopen it to see the current values.",
        );
      }
      if (draft.square_invoice_id !== null && draft.square_merchant_id !== null) {
        await storeWrite(query, {
          draft: { id, client_id: draft.client_id, revision: draft.revision },
          step: "delete_invoice",
          merchantId: draft.square_merchant_id,
          targetId: draft.square_invoice_id,
          // Square rejects another version, for example after the draft was published there.
          buildRequest: () => ({ version: Number(draft.square_version) }),
        });
      }
      if (draft.square_order_id !== null || draft.previous_invoice_id !== null) {
        await queueAdvance(context, query, draft);
      }
    },
  );
}

/** @throws {ApiError} 404 or 409 if the draft cannot be changed now */
async function lockChangeable(query: Query, id: string) {
  const draft = await lockDraft(query, id);
  if (!draft) {
    throw new ApiError(404, UNKNOWN_DRAFT.code, UNKNOWN_DRAFT.message);
  }
  if (draft.status !== "draft" && draft.status !== "prepared") {
    throw new ApiError(
      409,
      "wrong_status",
      "A published invoice can't be changed. Cancel it and create another.",
    );
  }
  if (await isPublishing(query, id)) {
    throw new ApiError(409, PUBLISHING.code, PUBLISHING.message);
  }
  if (isInProgress(draft) || (await hasPendingWrite(query, id))) {
    throw new ApiError(409, IN_PROGRESS.code, IN_PROGRESS.message);
  }
  return draft;
}
