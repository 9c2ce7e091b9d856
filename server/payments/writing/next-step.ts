import type { InvoiceDraftStatus } from "#domain/invoices/drafts/invoice-draft.ts";

/** What the job does next. `confirm` reads the draft from Square, and `sync` stores the invoice in the product. */
export type DraftStep =
  | "delete_previous"
  | "find_customer"
  | "create_order"
  | "create_invoice"
  | "confirm"
  | "publish"
  | "cancel"
  | "delete"
  | "cancel_order"
  | "sync"
  | "finish_deletion"
  | "none";

type DraftProgress = {
  status: InvoiceDraftStatus;
  requested_status: InvoiceDraftStatus;
  square_customer_id: string | null;
  square_order_id: string | null;
  square_invoice_id: string | null;
  /** Whether the invoice of this revision was published or canceled in Square. */
  is_published: boolean | null;
  is_canceled: boolean | null;
  /** The invoice of an earlier revision that could not be deleted in Square. */
  previous_invoice_id: string | null;
  /** The write of an order that has no invoice and gets none. Null if canceling it has been tried. */
  unused_order_write_id: string | null;
};

/**
 * Returns the next step toward the requested status. Each step is decided from stored results, so that a job that
 * was interrupted at any point continues with the same step. An invoice of an earlier revision is deleted first, also
 * before the draft is, so that the client is not billed twice.
 */
export function nextStep(draft: DraftProgress): DraftStep {
  if (draft.previous_invoice_id !== null) {
    return "delete_previous";
  }
  if (draft.unused_order_write_id !== null) {
    return "cancel_order";
  }
  switch (draft.requested_status) {
    case "draft":
      return "none";
    case "prepared":
      return draft.status === "prepared" ? "none" : nextPreparation(draft);
    case "published":
      if (draft.status === "published") {
        return "none";
      }
      if (draft.is_published) {
        return "sync";
      }
      return draft.status === "prepared" ? "publish" : nextPreparation(draft);
    case "canceled":
      if (draft.status === "canceled") {
        return "none";
      }
      return draft.is_canceled ? "sync" : "cancel";
    case "deleted":
      if (draft.status === "deleted") {
        return "none";
      }
      return draft.square_invoice_id === null ? "finish_deletion" : "delete";
  }
}

function nextPreparation(draft: DraftProgress): DraftStep {
  if (draft.square_customer_id === null) {
    return "find_customer";
  }
  if (draft.square_order_id === null) {
    return "create_order";
  }
  return draft.square_invoice_id === null ? "create_invoice" : "confirm";
}
