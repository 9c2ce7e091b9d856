import type { PublishConfirmation } from "#domain/invoices/drafts/draft-form.ts";
import { confirmedRecipient } from "#domain/invoices/drafts/draft-preview.ts";
import { cents, formatDollars } from "#domain/money/money.ts";
import type { Query } from "#server/database/database.ts";
import {
  type DraftRequestContext,
  type DraftRequestResult,
  hasPendingWrite,
  isPaymentInvoiced,
  isPublishing,
  lockDraft,
  lockForRequest,
  PAYMENT_INVOICED,
  PUBLISHING,
  storeRequest,
  UNKNOWN_DRAFT,
  wrongStatus,
} from "#server/payments/writing/draft-request.ts";

const UNPUBLISHED = {
  statuses: ["draft", "prepared"],
  message: "This invoice has already been published, canceled or deleted.",
} as const;
const DELETABLE = {
  statuses: ["draft", "prepared"],
  message: "A published invoice can't be deleted. Cancel it instead.",
} as const;
const CANCELABLE = {
  statuses: ["published"],
  message: "Only a published invoice can be canceled. Delete the draft instead.",
} as const;

/**
 * Requests that a draft is created in Square: customer, order and invoice, none of which the recipient sees. Reads the
 * draft again if it is already in Square. `query` must come from `bypassPolicies`, as for all requests.
 */
export async function requestPreparation(
  context: DraftRequestContext,
  query: Query,
  draftId: string,
): Promise<DraftRequestResult> {
  const locked = await lockForRequest(query, draftId, UNPUBLISHED);
  if (!locked.ok) {
    return locked;
  }
  if (await isPaymentInvoiced(query, draftId)) {
    return PAYMENT_INVOICED;
  }
  if (await isPublishing(query, draftId)) {
    return PUBLISHING;
  }
  // The job reads a prepared draft from Square again.
  await query("update public.invoice_drafts set status = 'draft' where id = $1", [draftId]);
  return storeRequest(context, query, draftId, "prepared");
}

/**
 * Requests that an invoice is published, which delivers it. `confirmation` is what the administrator confirmed. The job
 * publishes only if Square's amount and recipient are the same.
 */
export async function requestPublishing(
  context: DraftRequestContext,
  query: Query,
  draftId: string,
  confirmation: PublishConfirmation,
): Promise<DraftRequestResult> {
  const locked = await lockForRequest(query, draftId, UNPUBLISHED);
  if (!locked.ok) {
    return locked;
  }
  if (await isPaymentInvoiced(query, draftId)) {
    return PAYMENT_INVOICED;
  }
  const { draft } = locked;
  const recipient = confirmedRecipient({
    delivery: draft.delivery,
    recipient: { name: draft.recipient_name, email: draft.recipient_email },
  });
  if (draft.delivery === "email" && recipient === "") {
    return {
      ok: false,
      code: "email_missing",
      message: "The client has no email address. Add one, or deliver the invoice as a link.",
    };
  }
  if (confirmation.amountCents !== draft.total_cents || confirmation.recipient !== recipient) {
    const to = recipient || draft.recipient_name;
    return {
      ok: false,
      code: "confirmation_differs",
      message: `The invoice has changed. It is now for ${formatDollars(cents(draft.total_cents))} to ${to}. Check it and confirm again.`,
    };
  }
  await query(
    "update public.invoice_drafts set confirmed_cents = $2, confirmed_recipient = $3 where id = $1",
    [draftId, confirmation.amountCents, confirmation.recipient],
  );
  return storeRequest(context, query, draftId, "published");
}

/** Requests that an unpaid invoice is canceled. `version` is the version that the administrator saw. */
export async function requestCancellation(
  context: DraftRequestContext,
  query: Query,
  draftId: string,
  version: number,
): Promise<DraftRequestResult> {
  const locked = await lockForRequest(query, draftId, CANCELABLE);
  if (!locked.ok) {
    return locked;
  }
  const { draft } = locked;
  const [invoice] = await query(
    `select status, total_paid_amount, is_processing, square_version from public.invoices
      where square_invoice_id = $1`,
    [draft.square_invoice_id],
  );
  const currentVersion = Number(invoice?.square_version ?? draft.square_version);
  if (currentVersion !== version) {
    return {
      ok: false,
      code: "changed_in_square",
      message: "The invoice has changed since you opened it. Check it and try again.",
    };
  }
  if (invoice && (invoice.is_processing || Number(invoice.total_paid_amount) > 0)) {
    return {
      ok: false,
      code: "not_cancelable",
      message:
        "A payment has been made or is processing. Canceling refunds nothing. Refund it in Square first.",
    };
  }
  await query("update public.invoice_drafts set square_version = $2 where id = $1", [draftId, version]);
  return storeRequest(context, query, draftId, "canceled");
}

/**
 * Deletes a draft. One that is in Square is deleted there first, or its order is canceled if it has no invoice. If an
 * earlier revision is still in Square, the job deletes it too, or follows Square if the client has it.
 */
export async function requestDeletion(
  context: DraftRequestContext,
  query: Query,
  draftId: string,
): Promise<DraftRequestResult> {
  const locked = await lockForRequest(query, draftId, DELETABLE);
  if (!locked.ok) {
    return locked;
  }
  if (await isPublishing(query, draftId)) {
    return PUBLISHING;
  }
  const { square_order_id, square_invoice_id, previous_invoice_id } = locked.draft;
  const isInSquare = square_order_id !== null || square_invoice_id !== null || previous_invoice_id !== null;
  if (!isInSquare && !(await hasPendingWrite(query, draftId))) {
    await query(
      `update public.invoice_drafts
          set status = 'deleted', requested_status = 'deleted', problem = null, problem_detail = '', problem_at = null
        where id = $1`,
      [draftId],
    );
    return { ok: true };
  }
  return storeRequest(context, query, draftId, "deleted");
}

/** Continues a request that stopped because of a problem. If the request has ended, only removes the problem. */
export async function retryRequest(
  context: DraftRequestContext,
  query: Query,
  draftId: string,
): Promise<DraftRequestResult> {
  const draft = await lockDraft(query, draftId);
  if (!draft) {
    return UNKNOWN_DRAFT;
  }
  if (draft.problem === null) {
    return wrongStatus("There is nothing to try again.");
  }
  return storeRequest(context, query, draftId, draft.requested_status);
}
