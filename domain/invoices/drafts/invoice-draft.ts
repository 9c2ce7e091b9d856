import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import type { Cents } from "#domain/money/money.ts";
import { type StatusBadge, toStatusBadge } from "#domain/status.ts";
import type { Tables } from "#supabase/database.types.ts";

export type InvoiceDraftRow = Tables<"invoice_drafts">;
export type InvoiceDraftStatus = InvoiceDraftRow["status"];
export type InvoiceDelivery = InvoiceDraftRow["delivery"];

/** A line as stored in `invoice_drafts.lines`. */
export type DraftLine = {
  name: string;
  /** The client sees it below the name. */
  note: string;
  /** A decimal number with at most two decimals, such as "2.5". */
  quantity: string;
  unitCents: Cents;
  /** The quantity times the price, rounded to cents. */
  amountCents: Cents;
};

export type DraftPaymentKind = "deposit" | "balance" | "installment";

/** A payment as stored in `invoice_drafts.payments`. */
export type DraftPayment = { kind: DraftPaymentKind; dueOn: CalendarDate; amountCents: Cents };

const STATUS_BADGES = {
  draft: { label: "Draft", tone: "neutral" },
  prepared: { label: "Ready to publish", tone: "info" },
  published: { label: "Published", tone: "positive" },
  canceled: { label: "Canceled", tone: "neutral" },
  deleted: { label: "Deleted", tone: "neutral" },
} satisfies Record<InvoiceDraftStatus, StatusBadge>;

const PROGRESS_LABELS = {
  draft: "Returning to draft",
  prepared: "Preparing in Square",
  published: "Publishing",
  canceled: "Canceling",
  deleted: "Deleting",
} satisfies Record<InvoiceDraftStatus, string>;

type DraftProgress = Pick<InvoiceDraftRow, "status" | "requested_status" | "problem">;

/** Whether a job is working on the draft. */
export function isInProgress({ status, requested_status, problem }: DraftProgress): boolean {
  return status !== requested_status && problem === null;
}

/** Whether the request has ended, so that trying again only removes the problem. */
export function isRequestEnded({ status, requested_status, problem }: DraftProgress): boolean {
  return status === requested_status && problem !== "outage" && problem !== "previous_in_square";
}

export function invoiceDraftBadge(draft: DraftProgress): StatusBadge {
  if (draft.problem !== null) {
    return { label: "Needs attention", tone: "negative" };
  }
  if (isInProgress(draft)) {
    return { label: PROGRESS_LABELS[draft.requested_status], tone: "info" };
  }
  return toStatusBadge(STATUS_BADGES, draft.status);
}
