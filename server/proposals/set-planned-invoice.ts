import { isInProgress } from "#domain/invoices/drafts/invoice-draft.ts";
import { plannedInvoiceKey } from "#domain/proposals/planned-invoice.ts";
import type { Query } from "#server/database/database.ts";
import { ApiError } from "#server/http/errors.ts";
import { hasPendingWrite, lockDraft } from "#server/payments/writing/draft-request.ts";
import { requestDeletion } from "#server/payments/writing/draft-requests.ts";
import { PREVIOUS_INVOICE } from "#server/payments/writing/draft-state.ts";
import { unknownPaymentError } from "#server/proposals/proposal-errors.ts";
import type { Services } from "#server/services.ts";

type Context = Pick<Services, "database" | "jobs" | "now">;
type PlannedInvoice = { paymentId: string; invoiceId: string | null; adminId: string };

/**
 * Records the invoice of a planned payment, or removes it. Deletes the payment's draft, because publishing it would bill
 * the client again.
 * @throws {ApiError} 404, or 409 if the draft is in Square or the invoice belongs to another payment
 */
export async function setPlannedInvoice(
  context: Context,
  { paymentId, invoiceId, adminId }: PlannedInvoice,
): Promise<void> {
  await context.database.bypassPolicies(
    { reason: "link the invoice of a planned payment", actor: adminId },
    async (query) => {
      const [payment] = await query(
        "select client_id from public.planned_payments where id = $1 for update",
        [paymentId],
      );
      if (!payment) {
        throw unknownPaymentError();
      }
      if (invoiceId !== null) {
        const squareId = await requireUnlinked(query, { paymentId, invoiceId, clientId: payment.client_id });
        await deleteDraft(context, query, { paymentId, squareId, adminId });
      }
      await query("update public.planned_payments set invoice_id = $2 where id = $1", [paymentId, invoiceId]);
    },
  );
}

type Link = { paymentId: string; invoiceId: string; clientId: string };

/** Returns the id in Square, if any, of an invoice that no other payment has. Locks it, so that two payments cannot get it. */
async function requireUnlinked(
  query: Query,
  { paymentId, invoiceId, clientId }: Link,
): Promise<string | null> {
  const [invoice] = await query(
    "select square_invoice_id from public.invoices where id = $1 and client_id = $2 for update",
    [invoiceId, clientId],
  );
  if (!invoice) {
    throw new ApiError(
      404,
      "unknown_invoice",
      "This invoice no longer exists, or belongs to another client.",
    );
  }
  const [other] = await query("select 1 from public.planned_payments where invoice_id = $1 and id <> $2", [
    invoiceId,
    paymentId,
  ]);
  if (other) {
    throw new ApiError(
      409,
      "invoice_of_another_payment",
      "This invoice is linked to another payment. Choose another invoice, or remove that link first.",
    );
  }
  if (await belongsToAnotherDraft(query, paymentId, invoice.square_invoice_id)) {
    throw new ApiError(
      409,
      "invoice_of_another_payment",
      "This invoice was created for another payment and will be linked to it. Choose another invoice.",
    );
  }
  return invoice.square_invoice_id;
}

/** Whether the draft of another payment has this invoice in Square. A job links it to that payment. */
async function belongsToAnotherDraft(
  query: Query,
  paymentId: string,
  squareId: string | null,
): Promise<boolean> {
  const [draft] = await query(
    `select 1 from public.invoice_drafts as draft
      where draft.source_key like 'planned-payment:%' and draft.source_key <> $1 and draft.status <> 'deleted'
        and (draft.square_invoice_id = $2 or (${PREVIOUS_INVOICE}) = $2)`,
    [plannedInvoiceKey(paymentId), squareId],
  );
  return draft !== undefined;
}

type DraftOfPayment = { paymentId: string; squareId: string | null; adminId: string };

/** Deletes the draft of a payment unless it is the draft of this invoice. */
async function deleteDraft(
  { jobs, now }: Context,
  query: Query,
  { paymentId, squareId, adminId }: DraftOfPayment,
): Promise<void> {
  const [stored] = await query("select id from public.invoice_drafts where source_key = $1", [
    plannedInvoiceKey(paymentId),
  ]);
  const draft = stored && (await lockDraft(query, stored.id));
  const isOwn = squareId !== null && draft?.square_invoice_id === squareId;
  if (!draft || draft.status === "canceled" || isOwn) {
    return;
  }
  const isInSquare =
    draft.square_order_id !== null ||
    draft.previous_invoice_id !== null ||
    isInProgress(draft) ||
    (await hasPendingWrite(query, draft.id));
  if (isInSquare) {
    throw new ApiError(
      409,
      "draft_in_square",
      "The draft invoice of this payment is in Square. Delete it, or cancel its invoice, then link this one.",
    );
  }
  await requestDeletion({ jobs, now, actor: adminId }, query, draft.id);
}
