import type { Instant } from "#domain/dates/instant.ts";
import { toInstant } from "#domain/dates/instant.ts";
import type { DraftProblem } from "#domain/invoices/drafts/draft-problem.ts";
import type {
  DraftLine,
  DraftPayment,
  InvoiceDelivery,
  InvoiceDraftStatus,
} from "#domain/invoices/drafts/invoice-draft.ts";
import { type Cents, cents } from "#domain/money/money.ts";
import type { Query } from "#server/database/database.ts";

/** A draft invoice as the endpoints return it. */
export type InvoiceDraft = {
  id: string;
  clientId: string;
  company: string;
  projectId: string | null;
  projectName: string | null;
  proposalId: string | null;
  revision: number;
  title: string;
  message: string;
  lines: DraftLine[];
  discountCents: Cents;
  totalCents: Cents;
  payments: DraftPayment[];
  delivery: InvoiceDelivery;
  reminderDays: number[];
  acceptsBankTransfers: boolean;
  recipientName: string;
  recipientEmail: string | null;
  hasReplacedInstallments: boolean;
  status: InvoiceDraftStatus;
  requestedStatus: InvoiceDraftStatus;
  problem: DraftProblem | null;
  problemDetail: string;
  problemAt: Instant | null;
  squareInvoiceId: string | null;
  /** The version to send with `cancel`. */
  squareVersion: number | null;
  /** The invoice in the product. Null until the sync has stored it. */
  invoiceId: string | null;
  invoiceNumber: string | null;
  requestedAt: Instant | null;
  createdAt: Instant;
  updatedAt: Instant;
  publishedAt: Instant | null;
};

export type DraftFilter = {
  id?: string | undefined;
  clientId?: string | undefined;
  projectId?: string | undefined;
  proposalId?: string | undefined;
  /** "open" drafts are not published yet. "attention" drafts have a problem. */
  show?: "all" | "open" | "attention" | undefined;
};

const MAX_DRAFTS = 200;

/** Lists drafts, newest first. `query` must come from `asCaller`. */
export async function listDrafts(query: Query, filter: DraftFilter): Promise<InvoiceDraft[]> {
  return (await queryDrafts(query, filter)).map(toDraft);
}

/** Returns a draft, or null if it does not exist or was deleted. `query` must come from `asCaller`. */
export async function getDraft(query: Query, id: string): Promise<InvoiceDraft | null> {
  const [row] = await queryDrafts(query, { id });
  return row ? toDraft(row) : null;
}

type DraftRow = Awaited<ReturnType<typeof queryDrafts>>[number];

function queryDrafts(query: Query, { id, clientId, projectId, proposalId, show = "all" }: DraftFilter) {
  return query(
    `select draft.id, draft.client_id, client.company, draft.project_id, project.project_name, draft.proposal_id,
            draft.revision, draft.title, draft.message, draft.lines, draft.discount_cents, draft.total_cents,
            draft.payments, draft.delivery, draft.reminder_days, draft.accepts_bank_transfers, draft.recipient_name,
            draft.recipient_email, draft.has_replaced_installments, draft.status, draft.requested_status, draft.problem,
            draft.problem_detail, draft.problem_at, draft.square_invoice_id,
            coalesce(invoice.square_version, draft.square_version) as square_version, invoice.id as invoice_id,
            invoice.invoice_number, draft.requested_at, draft.created_at, draft.updated_at, draft.published_at
       from public.invoice_drafts as draft
       join public.clients as client on client.id = draft.client_id
       left join public.projects as project on project.id = draft.project_id
       left join public.invoices as invoice on invoice.square_invoice_id = draft.square_invoice_id
      where ($1::uuid is null or draft.id = $1) and ($2::uuid is null or draft.client_id = $2)
        and ($3::uuid is null or draft.project_id = $3) and ($4::uuid is null or draft.proposal_id = $4)
        and draft.status <> 'deleted'
        and ($5 = 'all' or $5 = 'open' and draft.status in ('draft', 'prepared')
             or $5 = 'attention' and draft.problem is not null)
      order by draft.created_at desc, draft.id limit ${MAX_DRAFTS}`,
    [id ?? null, clientId ?? null, projectId ?? null, proposalId ?? null, show],
  );
}

function toDraft(row: DraftRow): InvoiceDraft {
  return {
    id: row.id,
    clientId: row.client_id,
    company: row.company,
    projectId: row.project_id,
    projectName: row.project_name,
    proposalId: row.proposal_id,
    revision: row.revision,
    title: row.title,
    message: row.message,
    lines: row.lines,
    discountCents: cents(row.discount_cents),
    totalCents: cents(row.total_cents),
    payments: row.payments,
    delivery: row.delivery,
    reminderDays: row.reminder_days,
    acceptsBankTransfers: row.accepts_bank_transfers,
    recipientName: row.recipient_name,
    recipientEmail: row.recipient_email,
    hasReplacedInstallments: row.has_replaced_installments,
    status: row.status,
    requestedStatus: row.requested_status,
    problem: row.problem,
    problemDetail: row.problem_detail,
    problemAt: toInstant(row.problem_at),
    squareInvoiceId: row.square_invoice_id,
    squareVersion: row.square_version === null ? null : Number(row.square_version),
    invoiceId: row.invoice_id,
    invoiceNumber: row.invoice_number,
    requestedAt: toInstant(row.requested_at),
    createdAt: toInstant(row.created_at),
    updatedAt: toInstant(row.updated_at),
    publishedAt: toInstant(row.published_at),
  };
}
