import { isInProgress } from "#domain/invoices/drafts/invoice-draft.ts";
import type { Query } from "#server/database/database.ts";
import type { Jobs } from "#server/jobs/queue/queue.ts";
import type { PaymentContext } from "#server/payments/payment-context.ts";
import { PREVIOUS_INVOICE } from "#server/payments/writing/draft-state.ts";
import { queueAdvance } from "#server/payments/writing/queue-advance.ts";
import type { ClosedSets } from "#supabase/database.types.ts";

type Status = ClosedSets["invoice_drafts.status"];

/** Result of a request. The message is for the administrator. */
export type DraftRequestResult = { ok: true } | Rejection;
type Rejection = { ok: false; code: RejectionCode; message: string };
type RejectionCode =
  | "unknown_draft"
  | "in_progress"
  | "publishing"
  | "payment_invoiced"
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

export const UNKNOWN_DRAFT = {
  ok: false,
  code: "unknown_draft",
  message: "This draft invoice no longer exists.",
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

export const PAYMENT_INVOICED = {
  ok: false,
  code: "payment_invoiced",
  message:
    "The payment of this draft has another invoice. Delete the draft, or remove that invoice from the payment first.",
} as const;

/** The statuses in which a request is allowed, and the message in another one. */
type Requirement = { statuses: readonly Status[]; message: string };

/**
 * Locks a draft for a request. Rejects it if the draft was deleted, is being processed, or has a status in which the
 * request is not allowed.
 */
export async function lockForRequest(
  query: Query,
  draftId: string,
  { statuses, message }: Requirement,
): Promise<{ ok: true; draft: LockedDraft } | Rejection> {
  const draft = await lockDraft(query, draftId);
  if (!draft) {
    return UNKNOWN_DRAFT;
  }
  if (isInProgress(draft)) {
    return IN_PROGRESS;
  }
  return statuses.includes(draft.status) ? { ok: true, draft } : wrongStatus(message);
}

type LockedDraft = NonNullable<Awaited<ReturnType<typeof lockDraft>>>;

export async function lockDraft(query: Query, id: string) {
  const [draft] = await query(
    `select id, client_id, revision, status, requested_status, problem, delivery, total_cents, recipient_name,
            recipient_email, square_merchant_id, square_order_id, square_invoice_id, square_version,
            (${PREVIOUS_INVOICE}) as previous_invoice_id
       from public.invoice_drafts as draft where id = $1 and status <> 'deleted' for update`,
    [id],
  );
  return draft;
}

export function wrongStatus(message: string): Rejection {
  return { ok: false, code: "wrong_status", message };
}

/** Stores the requested status, removes the problem, and queues the job. */
export async function storeRequest(
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

/** Whether the draft is for a planned payment that has another invoice, so that publishing it would bill the client twice. */
export async function isPaymentInvoiced(query: Query, draftId: string): Promise<boolean> {
  const [row] = await query(
    `select exists (
       select from public.invoice_drafts as draft
         join public.planned_payments as payment on draft.source_key = 'planned-payment:' || payment.id
         join public.invoices as invoice on invoice.id = payment.invoice_id
        where draft.id = $1
          and (draft.square_invoice_id is null or draft.square_invoice_id is distinct from invoice.square_invoice_id)
     ) as is_invoiced`,
    [draftId],
  );
  return row?.is_invoiced ?? false;
}
