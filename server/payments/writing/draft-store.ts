import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import {
  draftProblem,
  type InvoiceDraftContent,
  type NewInvoiceDraft,
  toDraftAmounts,
} from "#domain/invoices/drafts/draft-form.ts";
import type { Query } from "#server/database/database.ts";
import { ApiError } from "#server/http/errors.ts";

/** What an invoice is for, and who creates it. */
type DraftOrigin = {
  /**
   * Identifies what the invoice is for, such as `proposal:{id}:deposit`. A draft with the same key is created once.
   * Null for an invoice that an administrator creates.
   */
  sourceKey: string | null;
  /** The administrator, or null if a client's acceptance creates it. */
  createdBy: string | null;
};

/**
 * Stores a draft in the caller's transaction, for the client's primary contact. `query` must come from
 * `bypassPolicies`.
 * @returns the draft, and whether it is new. A draft with the same source key is returned unchanged
 * @throws {ApiError} 400 if the content is not valid, 404 if the client, the project or the proposal is unknown
 */
export async function insertDraft(
  query: Query,
  { clientId, projectId, proposalId, ...content }: NewInvoiceDraft,
  { sourceKey, createdBy, today }: DraftOrigin & { today: CalendarDate },
): Promise<{ id: string; isNew: boolean }> {
  const existing = sourceKey === null ? null : await findBySource(query, sourceKey);
  if (existing) {
    return { id: existing, isNew: false };
  }
  assertValidContent(content, today);
  await assertProject(query, projectId, clientId);
  await assertProposal(query, proposalId, clientId);
  const { lines, totalCents, payments } = toDraftAmounts(content);
  const [inserted] = await query(
    `insert into public.invoice_drafts
            (client_id, project_id, proposal_id, source_key, title, message, lines, discount_cents, total_cents, payments,
             delivery, reminder_days, accepts_bank_transfers, recipient_name, recipient_email, created_by)
     select client.id, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, client.contact_person, account.email, $14
       from public.clients as client left join public.users as account on account.id = client.user_id
      where client.id = $1
     on conflict (source_key) do nothing
     returning id`,
    [
      clientId,
      projectId,
      proposalId,
      sourceKey,
      content.title,
      content.message,
      JSON.stringify(lines),
      content.discountCents,
      totalCents,
      JSON.stringify(payments),
      content.delivery,
      content.reminderDays,
      content.acceptsBankTransfers,
      createdBy,
    ],
  );
  if (inserted) {
    return { id: inserted.id, isNew: true };
  }
  // A concurrent transaction may have stored the same source key.
  const concurrent = sourceKey === null ? null : await findBySource(query, sourceKey);
  if (!concurrent) {
    throw new ApiError(404, "unknown_client", "This client no longer exists.");
  }
  return { id: concurrent, isNew: false };
}

/**
 * Replaces the content of a draft that is not in Square, as a new revision.
 * @returns whether the draft still had this revision and is not in Square
 * @throws {ApiError} 400 if the content is not valid
 */
export async function updateDraftContent(
  query: Query,
  id: string,
  content: InvoiceDraftContent,
  { revision, today }: { revision: number; today: CalendarDate },
): Promise<boolean> {
  assertValidContent(content, today);
  const { lines, totalCents, payments } = toDraftAmounts(content);
  const updated = await query(
    `update public.invoice_drafts
        set title = $3, message = $4, lines = $5, discount_cents = $6, total_cents = $7, payments = $8, delivery = $9,
            reminder_days = $10, accepts_bank_transfers = $11, revision = revision + 1, status = 'draft',
            requested_status = 'draft', requested_at = null, requested_by = null, confirmed_cents = null,
            confirmed_recipient = null, has_replaced_installments = false, square_order_id = null,
            square_invoice_id = null, square_version = null, problem = null, problem_detail = '', problem_at = null
      where id = $1 and revision = $2 and status in ('draft', 'prepared') returning id`,
    [
      id,
      revision,
      content.title,
      content.message,
      JSON.stringify(lines),
      content.discountCents,
      totalCents,
      JSON.stringify(payments),
      content.delivery,
      content.reminderDays,
      content.acceptsBankTransfers,
    ],
  );
  return updated.length > 0;
}

async function findBySource(query: Query, sourceKey: string): Promise<string | null> {
  const [row] = await query("select id from public.invoice_drafts where source_key = $1", [sourceKey]);
  return row?.id ?? null;
}

function assertValidContent(content: InvoiceDraftContent, today: CalendarDate): void {
  const problem = draftProblem(content, today);
  if (problem) {
    throw new ApiError(400, "invalid_input", problem);
  }
}

async function assertProject(query: Query, projectId: string | null, clientId: string): Promise<void> {
  if (projectId === null) {
    return;
  }
  const [project] = await query("select id from public.projects where id = $1 and client_id = $2", [
    projectId,
    clientId,
  ]);
  if (!project) {
    throw new ApiError(
      404,
      "unknown_project",
      "This project no longer exists, or it belongs to another client.",
    );
  }
}

async function assertProposal(query: Query, proposalId: string | null, clientId: string): Promise<void> {
  if (proposalId === null) {
    return;
  }
  const [proposal] = await query("select id from public.proposals where id = $1 and client_id = $2", [
    proposalId,
    clientId,
  ]);
  if (!proposal) {
    throw new ApiError(
      404,
      "unknown_proposal",
      "This proposal no longer exists, or it belongs to another client.",
    );
  }
}
