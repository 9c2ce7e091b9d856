import type { PublishConfirmation } from "#domain/invoices/drafts/draft-form.ts";
import { confirmedRecipient } from "#domain/invoices/drafts/draft-preview.ts";
import { isInProgress } from "#domain/invoices/drafts/invoice-draft.ts";
import { cents, formatDollars } from "#domain/money/money.ts";
import type { Query } from "#server/database/database.ts";
import type { Jobs } from "#server/jobs/queue/queue.ts";
import type { PaymentContext } from "#server/payments/payment-context.ts";
import type { ClosedSets } from "#supabase/database.types.ts";

type Status = ClosedSets["invoice_drafts.status"];

/** Result of a request. The message is for the administrator. */
export type DraftRequestResult = { ok: true } | { ok: false; code: RejectionCode; message: string };
type RejectionCode =
  | "unknown_draft"
  | "in_progress"
  | "publishing"
  | "wrong_status"
  | "confirmation_differs"
  | "email_missing"
  | "changed_in_square"
  | "not_cancelable";

/** Who requests, and which queue runs the job. `actor` is null if a client's acceptance causes the request. */
export type DraftRequestContext = { jobs: Jobs; now: () => Date; actor: string | null };

export type DraftRequest = (context: DraftRequestContext, query: Query) => Promise<DraftRequestResult>;

/** Runs an administrator's request in one transaction. */
export function runDraftRequest(
  { database, jobs, now }: Pick<PaymentContext, "database" | "jobs" | "now">,
  actor: string,
  request: DraftRequest,
): Promise<DraftRequestResult> {
  return database.bypassPolicies({ reason: "request a write to Square", actor }, (query) =>
    request({ jobs, now, actor }, query),
  );
}

const UNKNOWN_DRAFT = {
  ok: false,
  code: "unknown_draft",
  message: "This invoice draft no longer exists.",
} as const;
export const IN_PROGRESS = {
  ok: false,
  code: "in_progress",
  message: "Square is still processing this invoice. Try again in a moment.",
} as const;

export const PUBLISHING = {
  ok: false,
  code: "publishing",
  message: "Square has published this invoice, or may have. Choose Try again to check it first.",
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
  const draft = await lockDraft(query, draftId);
  if (!draft) {
    return UNKNOWN_DRAFT;
  }
  if (isInProgress(draft)) {
    return IN_PROGRESS;
  }
  if (draft.status !== "draft" && draft.status !== "prepared") {
    return wrongStatus("This invoice has already been published, canceled or deleted.");
  }
  if (await isPublishing(query, draftId)) {
    return PUBLISHING;
  }
  // The job reads a prepared draft from Square again.
  await query("update public.invoice_drafts set status = 'draft' where id = $1", [draftId]);
  return queueRequest(context, query, draftId, "prepared");
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
  const draft = await lockDraft(query, draftId);
  if (!draft) {
    return UNKNOWN_DRAFT;
  }
  if (isInProgress(draft)) {
    return IN_PROGRESS;
  }
  if (draft.status !== "draft" && draft.status !== "prepared") {
    return wrongStatus("This invoice has already been published, canceled or deleted.");
  }
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
  return queueRequest(context, query, draftId, "published");
}

/** Requests that an unpaid invoice is canceled. `version` is the version that the administrator saw. */
export async function requestCancellation(
  context: DraftRequestContext,
  query: Query,
  draftId: string,
  version: number,
): Promise<DraftRequestResult> {
  const draft = await lockDraft(query, draftId);
  if (!draft) {
    return UNKNOWN_DRAFT;
  }
  if (isInProgress(draft)) {
    return IN_PROGRESS;
  }
  if (draft.status !== "published") {
    return wrongStatus("Only a published invoice can be canceled. Delete the draft instead.");
  }
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
  return queueRequest(context, query, draftId, "canceled");
}

/** Deletes a draft. One that is in Square is deleted there first. */
export async function requestDeletion(
  context: DraftRequestContext,
  query: Query,
  draftId: string,
): Promise<DraftRequestResult> {
  const draft = await lockDraft(query, draftId);
  if (!draft) {
    return UNKNOWN_DRAFT;
  }
  if (isInProgress(draft)) {
    return IN_PROGRESS;
  }
  if (draft.status !== "draft" && draft.status !== "prepared") {
    return wrongStatus("A published invoice can't be deleted. Cancel it instead.");
  }
  if (await isPublishing(query, draftId)) {
    return PUBLISHING;
  }
  if (draft.square_invoice_id === null && !(await hasPendingWrite(query, draftId))) {
    await query(
      `update public.invoice_drafts
          set status = 'deleted', requested_status = 'deleted', problem = null, problem_detail = '', problem_at = null
        where id = $1`,
      [draftId],
    );
    return { ok: true };
  }
  return queueRequest(context, query, draftId, "deleted");
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
  return queueRequest(context, query, draftId, draft.requested_status);
}

/** Queues the job that sends the writes of a draft. The writes of one client run one after the other. */
export async function queueAdvance(
  { jobs }: Pick<DraftRequestContext, "jobs">,
  query: Query,
  draft: { id: string; client_id: string },
  runAt?: Date,
): Promise<void> {
  await jobs.add(
    query,
    "advance-invoice-draft",
    { draftId: draft.id },
    { key: `invoice-draft:${draft.id}`, queue: `invoice-drafts:${draft.client_id}`, ...(runAt && { runAt }) },
  );
}

async function queueRequest(
  context: DraftRequestContext,
  query: Query,
  draftId: string,
  status: Status,
): Promise<DraftRequestResult> {
  const [draft] = await query(
    `update public.invoice_drafts
        set requested_status = $2, requested_at = $3, requested_by = $4, problem = null, problem_detail = '',
            problem_at = null
      where id = $1 returning id, client_id`,
    [draftId, status, context.now(), context.actor],
  );
  if (draft) {
    await queueAdvance(context, query, draft);
  }
  return { ok: true };
}

/** Whether it is unknown if Square has applied a write. */
export async function hasPendingWrite(query: Query, draftId: string): Promise<boolean> {
  const [row] = await query(
    "select exists (select from private.square_writes where draft_id = $1 and status = 'pending') as is_pending",
    [draftId],
  );
  return row?.is_pending ?? false;
}

/**
 * Whether Square has published the invoice of a draft, or may have. Until its status here is published too, a change
 * would create a second invoice.
 */
export async function isPublishing(query: Query, draftId: string): Promise<boolean> {
  const [row] = await query(
    `select exists (select from private.square_writes
                     where draft_id = $1 and step = 'publish_invoice' and status in ('pending', 'done')) as is_publishing`,
    [draftId],
  );
  return row?.is_publishing ?? false;
}

export async function lockDraft(query: Query, id: string) {
  const [draft] = await query(
    `select status, requested_status, problem, delivery, total_cents, recipient_name, recipient_email,
            square_invoice_id, square_version
       from public.invoice_drafts where id = $1 and status <> 'deleted' for update`,
    [id],
  );
  return draft;
}

function wrongStatus(message: string): DraftRequestResult {
  return { ok: false, code: "wrong_status", message };
}
