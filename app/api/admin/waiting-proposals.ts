import { queryOptions } from "@tanstack/react-query";
import { unwrap } from "#app/api/client/api-error.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import { PROPOSALS_KEY } from "#app/api/shared/proposals-key.ts";
import { findUnanswered } from "#domain/messages/unanswered-comments.ts";
import { PLANNED_INVOICE_KEYS, plannedInvoiceKey } from "#domain/proposals/planned-invoice.ts";
import { MAX_RECENT_COMMENTS } from "./max-recent-comments.ts";

/** Few drafts of payments are open, and administrators rarely delete one. */
const MAX_DRAFTS = 300;

async function fetchWaitingProposals() {
  const supabase = await getSupabase("admin");
  const [payments, comments, drafts] = await Promise.all([
    supabase
      .from("planned_payments")
      .select("id, kind, number, amount, due_at, proposals(id, number, title, clients(company))")
      .eq("status", "due")
      .order("due_at"),
    supabase
      .from("proposal_comments")
      .select("proposal_id, author_role, created_at, proposals(number, title, clients(company))")
      .order("created_at", { ascending: false })
      .limit(MAX_RECENT_COMMENTS),
    supabase
      .from("invoice_drafts")
      .select("id, source_key, status")
      .in("status", ["draft", "prepared", "deleted"])
      .like("source_key", PLANNED_INVOICE_KEYS)
      .order("created_at", { ascending: false })
      .limit(MAX_DRAFTS),
  ]);
  const draftsByKey = new Map(unwrap(drafts).map((draft) => [draft.source_key, draft]));
  return {
    payments: unwrap(payments).map((payment) => {
      const draft = draftsByKey.get(plannedInvoiceKey(payment.id));
      const isDraftDeleted = draft?.status === "deleted";
      return { ...payment, isDraftDeleted, draftId: draft && !isDraftDeleted ? draft.id : null };
    }),
    comments: findUnanswered(unwrap(comments), ({ proposal_id: id }) => id),
  };
}

/** Due payments of accepted proposals without an invoice, and proposals with a comment that is not answered. */
export type WaitingProposals = Awaited<ReturnType<typeof fetchWaitingProposals>>;

export function waitingProposalsQuery() {
  return queryOptions({ queryKey: [PROPOSALS_KEY, "admin", "waiting"], queryFn: fetchWaitingProposals });
}
